import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const STOPPED = 'I’ve stopped watching *job_8f2* in this thread. The agent keeps working: I can’t stop it.'

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
