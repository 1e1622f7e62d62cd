import { expect, it } from 'vitest'
import { startJourney, startWithJob } from '../support/journey.ts'

const MINUTE_MS = 60_000

it.each([30, 6, 1])('sends thirty commands for %i jobs within three seconds, and shows each once', async jobs => {
  const { slack, channel, job: addJob, command, advance, posts, sent } = await startJourney()
  const ids = Array.from({ length: jobs }, (_, at) => `job_${at}`)
  for (const id of ids) addJob(id, { life: { worksMs: 1_000, ends: 'completed' } })
  const commands = Array.from({ length: 30 }, (_, at) => `job_${at % jobs} do part ${at}`)
  for (const text of commands) await command(text)
  const inChannel = () => slack.messages(channel).filter(({ user }) => user === slack.botUserId)
  const cards = () => inChannel().filter(({ thread_ts, ts }) => (thread_ts ?? ts) === ts)
  await advance(3_000)
  expect(posts()).toBe(30)
  expect(cards().length).toBeLessThanOrEqual(4)
  expect(sent()).toHaveLength(30)
  for (const id of ids)
    expect(sent(id)).toEqual(commands.filter(text => text.startsWith(`${id} `)).map(text => text.slice(id.length + 1)))
  await advance(10 * MINUTE_MS)
  expect(posts()).toBe(30)
  expect(cards()).toHaveLength(jobs)
  for (const card of cards()) expect(card.text).toContain('· ready for review')
  const operations = inChannel().map(({ metadata }) => String(metadata?.event_payload.operation))
  expect(new Set(operations).size).toBe(operations.length)
  // What was sent after the first for a job is in that one's thread.
  expect(operations.filter(id => id.endsWith(':typed'))).toHaveLength(30 - jobs)
  const results = inChannel().filter(({ metadata }) =>
    /:(result|quiet)$/.test(String(metadata?.event_payload.operation))
  )
  for (const { ts, text } of cards()) {
    const own = results.filter(({ thread_ts }) => thread_ts === ts)
    const job = /\*(job_\d+)\*/.exec(text ?? '')?.[1]
    expect(own.length).toBeGreaterThan(0)
    for (const result of own) expect(result.text).toContain(`*${job}*`)
  }
})

it('waits for the card where the bot has not written lately', async () => {
  const { slack, ana, channel, advance, posts } = await startWithJob()
  slack.fail('chat.postMessage', { retryAfterS: 20 })
  await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  await advance(10_000)
  expect(posts()).toBe(0)
  await advance(20_000)
  expect(posts()).toBe(1)
})

/** What goes ahead in the channel while the card of another job is posted, and Slack takes no other card for now. */
async function goAhead(refusals: string[] = []) {
  const journey = await startJourney({ refusals })
  const { ben, command, runDue, posts, job } = journey
  for (const id of ['job_1', 'job_2']) job(id)
  await command('job_1 add examples')
  await command('job_2 shorten it', { by: ben })
  await command('job_2 add a table')
  await runDue()
  expect(posts()).toBe(3)
  return journey
}

const GOT_IT = 'Got it: on its way to *job_2*. Its card, or a link to it, will appear here.'

it('shows the result once its thread is there, when Slack takes the card only after the work', async () => {
  const { slack, agent, advance, card, thread, told, ben } = await goAhead()
  slack.fail('chat.postMessage', { retryAfterS: 40 })
  await advance(10_000)
  agent.finish('job_2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(20_000)
  expect(told(ben)).toEqual([GOT_IT])
  await advance(5 * MINUTE_MS)
  expect(card()).toContain('*job_2* · ready for review')
  expect(thread()).toEqual([
    'bot: Follow-up from @Ana:\n>add a table',
    expect.stringMatching(/^bot, also in #docs: @Ben @Ana, \*job_2\* finished: /)
  ])
})

const LOST =
  'I couldn’t post the card of *job_2* in #docs. The agent has the follow-up; I’ll write to you directly when there is news.'
const DIRECTLY = 'I couldn’t write in <#C0DOCS>, so here it is:'

it('tells its author privately when the card of what was sent cannot be posted, and then how it ended', async () => {
  const { slack, agent, ana, ben, channel, advance, told, direct, posts } = await goAhead([
    'chat.postMessage is_archived'
  ])
  slack.archive(channel)
  await advance(10_000)
  expect([told(ben), told(ana)]).toEqual([[LOST], [LOST]])
  agent.finish('job_2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(4 * MINUTE_MS)
  const result = (by: string) => expect.stringContaining(`${DIRECTLY} <@${by}>, *job_2* finished: `)
  expect([direct(ben), direct(ana)]).toEqual([[result('U0BEN')], [result('U0ANA')]])
  expect([posts(), slack.messages(channel).length]).toEqual([3, 1])
})

it('tells the end of both in one result, even if the second got a card of its own, as the first took too long', async () => {
  const { slack, agent, channel, advance } = await goAhead()
  slack.fail('chat.postMessage', { retryAfterS: 90 })
  await advance(10_000)
  agent.finish('job_2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(5 * MINUTE_MS)
  const texts = slack.messages(channel).map(({ text }) => text)
  expect(texts.filter(text => text.startsWith('✅ *job_2* · ready for review'))).toHaveLength(2)
  expect(texts.filter(text => text.includes('*job_2* finished'))).toEqual([
    expect.stringMatching(
      /^<@U0BEN> <@U0ANA>, .+\n>shorten it\nSent while it was working, by <@U0ANA>:\n>add a table\n/
    )
  ])
})
