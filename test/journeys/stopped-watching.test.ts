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
