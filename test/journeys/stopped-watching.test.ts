import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const STOPPED = 'I’ve stopped watching *job_8f2* in this thread. The agent keeps working: I can’t stop it.'
const FOR_ANA =
  'bot: @Ben stopped watching *job_8f2* in this thread, for @Ana too. The agent keeps working. To hear of it again, press *Watch again* on the card.'

it('says in the thread who stopped watching and for whom that ended, and marks the reply neutrally', async () => {
  const { agent, ana, ben, reply, press, pressAndHear, advance, thread } = await startWatching()
  await reply('shorten it')
  await reply('add a title', { by: ana })
  await advance(3_000)
  expect(await pressAndHear('stop-watching', { by: ben })).toBe(STOPPED)
  await advance(3_000)
  expect(thread()).toEqual(['Ben: shorten it 🔕', 'Ana: add a title 🔕', FOR_ANA])

  await press('keep-watching', { by: ana })
  await advance(3_000)
  expect(thread()).toEqual(['Ben: shorten it 📨', 'Ana: add a title 📨', FOR_ANA])
  agent.setJob('job_8f2', { status: 'completed' })
  await advance(3 * 60_000)
  agent.setJob('job_8f2', { status: 'active' })
  await advance(60_000)
  agent.finish('job_8f2')
  await advance(60_000)
  expect(thread()[0]).toBe('Ben: shorten it ✅')
})

it('says nothing in the thread when whoever stopped watching was the only one waiting', async () => {
  const { pressAndHear, advance, thread } = await startWatching()
  expect(await pressAndHear('stop-watching')).toBe(STOPPED)
  await advance(3_000)
  expect(thread()).toEqual([])
})

it('says it in the thread once, however often the word is delivered', async () => {
  const { slack, reply, advance, thread } = await startWatching()
  slack.fail('chat.postEphemeral', { error: 'internal_error' })
  await reply('stop watching')
  await advance(60_000)
  expect(thread()).toEqual(['Ben: stop watching', FOR_ANA])
})

it.each(['the button', 'the word'])('lists what still waits unsent when %s stops the watch', async how => {
  const { ben, reply, pressAndHear, advance, told } = await startWatching({ hourlyLimit: 1 })
  await reply('shorten it')
  await advance(3_000)
  if (how === 'the button') await pressAndHear('stop-watching', { by: ben })
  else await reply('stop watching')
  await advance(3_000)
  const waiting = 'Still to be sent from here, and watched after that:\n>shorten it'
  const back = '— *Cancel*, or deleting the reply, takes it back.'
  expect(told(ben).at(-1)).toBe(`${STOPPED} ${waiting}\n${back}`)
  await reply('stop watching')
  await advance(3_000)
  expect(told(ben).at(-1)).toBe(`I’m not watching *job_8f2* in this thread. ${waiting}\n${back}`)
})

it('marks a reply whose thread was closed neutrally', async () => {
  const { slack, channel, cardTs, reply, advance } = await startWatching({
    refusals: ['chat.update cant_update_message']
  })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(3_000)
  expect(slack.reactions(channel, ts).map(({ name }) => name)).toEqual(['no_bell'])
})

it('warns only while a person has to decide', async () => {
  const { slack, agent, channel, reply, press, advance, find } = await startWatching()
  const marks = (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  agent.fail('send', { status: 500 })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  expect(marks(ts)).toEqual(['warning'])
  await press('leave-it', { on: find('maybe delivered: ') })
  await advance(3_000)
  expect(marks(ts)).toEqual(['eyes'])
})
