import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PULL = 'https://github.com/acme/docs/pull/12'

type Late = [what: string, life: NonNullable<NewJob['life']>, awayMs: number, said: string, not?: string]

const REPORTED = 'last seen working 2026-11-20 14:01 · reported late'
const READY = `finished: pull request #12 (${PULL}) is ready`

/** What became of a job at work for an hour while no bot ran for so long, and what its result says. */
const LATE: Late[] = [
  ['finished', { pullRequest: PULL }, 150 * MINUTE, REPORTED, 'took'],
  ['ended without a link', { pullRequest: false }, 150 * MINUTE, REPORTED],
  ['was archived', { ends: 'archived' }, 150 * MINUTE, REPORTED, 'took'],
  ['finished, days ago,', { pullRequest: PULL }, 60 * HOUR, READY, '14 days'],
  ['ended without a link, days ago,', { pullRequest: false }, 60 * HOUR, 'finished, no pull request', '14 days'],
  ['failed, days ago,', { ends: 'failed' }, 60 * HOUR, 'failed', '14 days'],
  ['was archived, days ago,', { ends: 'archived' }, 60 * HOUR, 'was archived', '14 days'],
  [
    'is still at work after a day',
    { worksMs: 48 * HOUR },
    25 * HOUR,
    '*job_8f2* hasn’t ended after a day.',
    '14 days, so'
  ],
  ['is still at work after two weeks', { worksMs: 400 * HOUR }, 337 * HOUR, 'I haven’t seen it finish within 14 days']
]

describe('after a time in which no bot ran', () => {
  it.each(LATE)('says of a job that %s when it was, and not that it took too long', async (...row) => {
    const [, life, awayMs, said, not] = row
    const journey = await startWatching({}, { life: { worksMs: HOUR, ...life } })
    const { pass, restart, pressAndHear, advance, thread, card, direct } = journey
    await advance(MINUTE)
    await pressAndHear('tell-me')
    await pass(awayMs)
    await restart()
    await advance(MINUTE)
    expect([thread().length, direct().length]).toEqual([1, 1])
    expect(thread()[0]).toContain(said)
    if (not) expect([thread()[0], direct()[0], card()].join()).not.toContain(not)
    if (said === REPORTED) expect(card()).toContain('reported late')
  })

  it('does not say so after a short one, or of what ends later, but after its machine slept', async () => {
    const { agent, pass, restart, advance, tell, thread } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(50 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('took 51 min')
    await tell('shorten them')
    await advance(MINUTE)
    await pass(2 * HOUR)
    await restart()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('took 2 h 3 min')
    await tell('and the title')
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(150 * MINUTE)
    await advance(MINUTE)
    expect(thread().at(-1)).toMatch(/last seen working .* · reported late/)
  })
})
