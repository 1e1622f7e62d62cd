import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const BUTTONS = '[🔔 Tell me]'
const ABOUT = '>add examples\n— example/shop on `main` · @Ana'
const watched = (state: string, line?: string) =>
  [
    `⏳ *job_8f2* · ${state}\n${ABOUT} · since 14:00 · replies here go to the agent`,
    ...(line ? [`— ${line}`] : []),
    BUTTONS
  ].join('\n')
const FIX = 'Whoever runs this bot has to fix that. I’ll keep trying.'

it('never takes a job without a status for one that has ended', async () => {
  const { agent, advance, card, thread, looks } = await startWatching({}, { omit: ['status', 'source'] })
  expect(card()).toBe(watched('sent, nothing heard yet').replace('example/shop on `main` · ', ''))
  await advance(20 * MINUTE)
  expect([card(), thread()]).toEqual([expect.stringContaining('⏳ *job_8f2* · sent, nothing heard yet'), []])
  expect(looks()).toBeGreaterThan(30)
  agent.setJob('job_8f2', { omit: [] })
  await advance(MINUTE)
  expect(card()).toBe(watched('working').replace('14:00', '14:00, still working at 14:20'))
})

const TROUBLE: [what: string, fault: Fault, ms: number, line: string | undefined, logged: number][] = [
  ['is not answered for a moment', { status: 503 }, 25_000, undefined, 0],
  ['is not answered for a while', { status: 503 }, 40_000, 'I can’t reach the agent right now. I’ll keep trying.', 1],
  ['is refused with 401', { status: 401 }, MINUTE, `The agent isn’t letting me in. ${FIX}`, 1],
  ['is refused with 403', { status: 403 }, MINUTE, `I’m not allowed to see that job. ${FIX}`, 1],
  ['is refused with 418', { status: 418 }, MINUTE, `I can’t read that job. ${FIX}`, 1]
]

it.each(TROUBLE)('says on the card what is wrong when a look %s, until it is right again', async (...row) => {
  const [, fault, ms, line, logged] = row
  const { agent, advance, card, thread, log } = await startWatching()
  agent.fail('read', { ...fault, times: 'until cleared' })
  await advance(ms)
  expect([card(), thread()]).toEqual([watched('working', line), []])
  expect(log.filter(({ words }) => words === 'A job cannot be read')).toHaveLength(logged)
  agent.clearFaults()
  await advance(30_000)
  expect(card()).toBe(watched('working'))
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([card(), thread().length]).toEqual([expect.stringContaining('· ready for review'), 1])
})

it('carries on with a job whose trouble a later version stored in its own terms', async () => {
  const { agent, database, advance, tell, thread, posts } = await startWatching()
  await database.query(`update followup.job set trouble = '{"kind":"not known here","looks":5}'`)
  await tell('shorten it')
  expect(posts()).toBe(2)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(thread()[1]).toContain('@Ana @Ben, *job_8f2* finished')
})

it('pauses all looks of the project after a 429 on one of them', async () => {
  const { agent, job, type, advance, looks, card } = await startWatching()
  job('job_other')
  await advance(1_000)
  await type('job_other add tests')
  const before = looks()
  agent.fail('read', { status: 429, retryAfter: '300' })
  await advance(4 * MINUTE)
  expect(looks()).toBe(before + 1)
  await advance(70_000)
  expect(looks()).toBeGreaterThanOrEqual(before + 3)
  expect(card()).toContain('job_other* · working')
})
