import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const cardOf = (headline: string, time: string, ...lines: string[]) =>
  [headline, '>add examples', `— example/shop on \`main\` · @Ana · ${time}`, ...lines].join('\n')

const watchedCard = (state: string, ...lines: string[]) => cardOf(`⏳ *job_8f2* · ${state}`, 'since 14:00', ...lines)

const unwatchedCard = (...lines: string[]) => cardOf('🔕 *job_8f2* · no longer watched', '2026-11-20 14:00', ...lines)

const BUTTONS = '[Check now] [🔔 Tell me]'

it('shows an unknown status as it is, and keeps watching', async () => {
  const { agent, advance, card, thread } = await startWatching()
  agent.setJob('job_8f2', { status: 'waiting <for> review & merge' })
  await advance(30_000)
  expect(card()).toBe(watchedCard('waiting <for> review & merge', BUTTONS))
  agent.setJob('job_8f2', { status: 'paused' })
  await advance(30_000)
  expect(card()).toBe(watchedCard('paused', BUTTONS))
  expect(thread()).toEqual([])
  agent.finish('job_8f2')
  await advance(60_000)
  expect(card()).toContain('*job_8f2* · ready for review')
  expect(thread()).toHaveLength(1)
})

it('says that there is no status yet, and never takes that for an end', async () => {
  const { agent, advance, card, thread, looks } = await startWatching({}, { omit: ['status', 'source'] })
  expect(card()).toBe(watchedCard('sent, nothing heard yet', BUTTONS).replace('example/shop on `main` · ', ''))
  await advance(20 * 60_000)
  expect(card()).toContain('⏳ *job_8f2* · sent, nothing heard yet')
  expect(thread()).toEqual([])
  expect(looks()).toBeGreaterThan(30)
  agent.setJob('job_8f2', { omit: [] })
  await advance(60_000)
  expect(card()).toBe(cardOf('⏳ *job_8f2* · working', 'since 14:00, still working at 14:20', BUTTONS))
})

it('carries on with a job whose trouble a later version stored in its own terms', async () => {
  const { agent, database, advance, reply, thread, posts } = await startWatching()
  await database.query(`update followup.job set trouble = '{"kind":"not known here","looks":5,"atMs":1}'`)
  await reply('shorten it')
  await advance(10_000)
  expect(posts()).toBe(2)
  agent.finish('job_8f2')
  await advance(60_000)
  expect(thread()[1]).toContain('@Ana @Ben, *job_8f2* finished')
})

it('keeps watching a job whose record has another shape', async () => {
  const { agent, advance, card, thread } = await startWatching()
  agent.fail('read', { kind: 'wrong shape', times: 4 })
  await advance(60_000)
  agent.finish('job_8f2')
  await advance(60_000)
  expect(card()).toContain('*job_8f2* · ready for review')
  expect(thread()).toHaveLength(1)
})

it('says on the card when the service has not answered for a while, and when it does again', async () => {
  const { agent, advance, card, thread } = await startWatching()
  agent.fail('read', { status: 503, times: 'until cleared' })
  await advance(25_000)
  expect(card()).toBe(watchedCard('working', BUTTONS))
  await advance(15_000)
  expect(card()).toBe(watchedCard('working', '— I can’t reach the agent right now. I’ll keep trying.', BUTTONS))
  agent.clearFaults()
  await advance(30_000)
  expect(card()).toBe(watchedCard('working', BUTTONS))
  expect(thread()).toEqual([])
})

it.each([
  [401, 'The agent isn’t letting me in. Whoever runs this bot has to fix that. I’ll keep trying.'],
  [403, 'I’m not allowed to see that job. Whoever runs this bot has to fix that. I’ll keep trying.'],
  [418, 'I can’t read that job. Whoever runs this bot has to fix that. I’ll keep trying.']
])('says who has to act when a look is refused with %i', async (status, line) => {
  const { agent, advance, card, thread, log } = await startWatching()
  agent.fail('read', { status, times: 'until cleared' })
  await advance(60_000)
  expect(card()).toBe(watchedCard('working', `— ${line}`, BUTTONS))
  expect(log.filter(({ words }) => words === 'A job cannot be read')).toHaveLength(1)
  agent.clearFaults()
  agent.finish('job_8f2')
  await advance(60_000)
  expect(thread()).toHaveLength(1)
})

it('gives up on a job that is gone, and says so', async () => {
  const { agent, advance, card, thread, looks } = await startWatching()
  agent.fail('read', { status: 404, times: 'until cleared' })
  await advance(25_000)
  expect(thread()).toEqual([])
  await advance(60_000)
  expect(thread()).toEqual([
    'bot: @Ana, the agent no longer knows *job_8f2*, so I’ve stopped watching. The agent has the instruction, but I can’t see what comes of it.'
  ])
  expect(card()).toBe(unwatchedCard('— The agent no longer knows this job.'))
  const seen = looks()
  await advance(600_000)
  expect(looks()).toBe(seen)
})

it('pauses all looks of the project on a 429', async () => {
  const { agent, command, runDue, advance, looks, card } = await startWatching()
  agent.addJob({ id: 'job_other', life: { ends: 'never' } })
  await advance(1_000)
  await command('job_other add tests')
  await advance(1_000)
  const before = looks()
  agent.fail('read', { status: 429, retryAfter: '300' })
  await advance(240_000)
  expect(looks()).toBe(before + 1)
  await advance(70_000)
  expect(looks()).toBeGreaterThanOrEqual(before + 3)
  await runDue()
  expect(card()).toContain('job_other* · working')
})

it('backs off further each time a 429 on a look names no time', async () => {
  const { agent, advance, looks, card } = await startWatching()
  agent.fail('read', { status: 429, times: 'until cleared' })
  await advance(240_000)
  expect(looks()).toBeLessThan(8)
  expect(card()).toContain('— The agent is busy. I’ll keep trying.')
})

it('stops after a day, and says so once', async () => {
  const { sleep, advance, card, thread } = await startWatching()
  await sleep(24 * 3_600_000)
  await advance(2_000)
  expect(thread()).toEqual([
    'bot: @Ana, *job_8f2* hasn’t finished within 24 hours, so I’ve stopped watching. The agent may still be working on it.'
  ])
  expect(card()).toBe(unwatchedCard('— It didn’t finish within 24 hours.', '[Send follow-up]'))
})
