import { expect, it } from 'vitest'
import { startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const BUSY = { status: 429, retryAfter: '600' }

it('lists what was typed and waits behind a held one, each with its own Cancel', async () => {
  const { slack, agent, channel, type, pass, press, advance, card, cardTs, posts } = await startWithJob()
  const blocks = () => JSON.stringify(slack.message(channel, cardTs())?.blocks)
  agent.fail('send', BUSY)
  await type('job_8f2 add examples')
  await pass(MINUTE)
  await type('job_8f2 add a title')
  expect(card()).toContain('⏸ *job_8f2* · held\n>add examples')
  expect(card()).toContain('\n[Cancel]\n⏳ not sent yet · “add a title”\n[Cancel]')
  await press('cancel', { value: /.*"action_id":"cancel".*?"value":"([^"]+)"/.exec(blocks())?.[1] ?? '' })
  await advance(2_000)
  expect(card()).toContain('⏸ *job_8f2* · held\n>add examples')
  expect(card()).not.toContain('add a title')
  agent.clearFaults()
  await advance(15 * MINUTE)
  expect(posts()).toBe(2)
})

it('shows the copy of what was sent again, not the one it replaced', async () => {
  const { agent, type, press, advance, card } = await startWithJob()
  agent.fail('send', { kind: 'reset after processing' })
  await type('job_8f2 add examples')
  agent.fail('send', { status: 422 })
  await press('send-again')
  await advance(5_000)
  expect(card()).toContain('❌ *job_8f2* · maybe delivered, but not sent again\n>add examples')
})

it('says until when the work was seen, with few edits', async () => {
  const { slack, advance, sleep, card } = await startWatching()
  await advance(20_000)
  const edits = () => slack.calls('chat.update').length
  const before = edits()
  for (let minute = 0; minute < 45; minute++) await sleep(MINUTE)
  expect([card(), edits() - before]).toEqual([expect.stringContaining('@Ana · since 14:00, still working at 14:40'), 4])
})

it.each([
  ['a command', 2, []],
  ['a thread with three replies', 11, ['shorten it', 'add a title', 'fix the typo']]
])('edits the card of %s only for news: the job works, it has finished', async (_, edits, replies) => {
  const { slack, reply, advance, card } = await startWatching({}, { life: { worksMs: 40_000, ends: 'completed' } })
  await advance(2 * MINUTE)
  for (const words of replies) {
    await reply(words)
    await advance(2 * MINUTE)
  }
  expect(card()).toContain('*job_8f2* · ready for review')
  const made = slack.calls('chat.update').map(({ params }) => JSON.stringify(params))
  // How often it said nothing new.
  expect([made.length, made.filter((edit, at) => edit === made[at - 1]).length]).toEqual([edits, 0])
})
