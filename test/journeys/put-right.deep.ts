import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

// What was given back because of its time, or answered, and what its author makes of it by editing it. It is 14:00 UTC.
const MINUTE = 60_000

/** Given back at 14:00, put right at 14:10 with "in 2 hours": it goes out at 16:10. */
async function startPutRight() {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, sleep } = journey
  const { ts: messageTs } = await reply('tomorrow: run teh tests')
  await advance(2_000)
  await sleep(10 * MINUTE)
  const edit = async (text: string) => {
    await slack.edit({ user: ben, channel, messageTs, text })
    await advance(3_000)
  }
  await edit('in 2 hours: run teh tests')
  return { ...journey, messageTs, edit }
}

it('sends at once what was put right, when somebody asks for that, although the service is busy then', async () => {
  const { agent, ben, press, find, advance, sleep, later } = await startPutRight()
  agent.fail('send', { status: 429, retryAfter: '300' })
  await press('send-now', { on: find('Not sent yet'), by: ben })
  await advance(3_000)
  await sleep(10 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run teh tests'])
})

it('does not begin its two hours anew when a word is corrected in what was put right', async () => {
  const { edit, sleep, advance, later } = await startPutRight()
  await sleep(50 * MINUTE)
  await edit('in 2 hours: run the tests')
  await sleep(75 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
})

it('does not begin its hours anew when a word is corrected in what got its time by an edit', async () => {
  const { edit, sleep, advance, later } = await startPutRight()
  await edit('in 3 hours: run teh tests')
  await sleep(50 * MINUTE)
  await edit('in 3 hours: run the tests')
  await sleep(135 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
})

it('keeps waiting until the job is idle, as was chosen when Send it was pressed, when it is edited', async () => {
  const { slack, channel, ana, ben, reply, advance, sleep, later, pressAndHear } = await startWatching()
  const { ts: messageTs } = await reply('thanks')
  await advance(3_000)
  await sleep(MINUTE)
  await reply('when idle', { by: ana })
  await advance(3_000)
  const on = slack.ephemerals(channel, ben)[0]?.ts ?? ''
  expect(await pressAndHear('send-chatter', { on, by: ben })).toBe('Got it: waiting until the job is idle.')
  await slack.edit({ user: ben, channel, messageTs, text: 'thanks, and fix the typo in the title' })
  await advance(3_000)
  expect(later()).toEqual([])
})
