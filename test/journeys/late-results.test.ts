import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LINK = 'https://github.com/acme/docs/pull/12'

describe('after a time in which no bot ran', () => {
  const ENDS: [string, Partial<NewJob>, string][] = [
    [
      'last seen working',
      { life: { worksMs: HOUR, pullRequest: LINK } },
      'last seen working 2026-11-20 14:01 · reported late'
    ],
    [
      'last seen working, without a pull request',
      { life: { worksMs: HOUR, pullRequest: false } },
      'last seen working 2026-11-20 14:01 · reported late'
    ],
    ['archived', { life: { worksMs: HOUR, ends: 'archived' } }, 'archived 2026-11-20 15:00 · reported late']
  ]
  it.each(ENDS)('says of a job when it was %s, and that this is reported late', async (_, job, words) => {
    const { pass, restart, advance, thread, card } = await startWatching({}, job)
    await advance(MINUTE)
    await pass(150 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(thread()).toHaveLength(1)
    expect(thread()[0]).toContain(words)
    expect(card()).toContain('reported late')
    expect(card()).not.toContain('took')
  })

  it('does not say so after a short one, or of what ends later', async () => {
    const { agent, pass, restart, advance, reply, thread } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(50 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('took 51 min')
    await reply('shorten them')
    await advance(MINUTE)
    await pass(2 * HOUR)
    await restart()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('took 2 h 2 min')
  })

  it('says so too after its machine slept', async () => {
    const { agent, pass, advance, thread } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(150 * MINUTE)
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('last seen working 2026-11-20 14:01 · reported late')
  })

  it.each([
    ['finished', { pullRequest: LINK }, `finished: pull request #12 (${LINK}) is ready`],
    ['finished, without a pull request', { pullRequest: false }, 'finished, no pull request'],
    ['failed', { ends: 'failed' }, 'failed'],
    ['was archived', { ends: 'archived' }, 'was archived']
  ])('tells after days of one that %s how it ended, and not that it took too long', async (_, life, words) => {
    const { ana, pass, restart, pressAndHear, advance, thread, direct } = await startWatching(
      {},
      { life: { worksMs: HOUR, ...life } }
    )
    await advance(MINUTE)
    await pressAndHear('tell-me', { by: ana })
    await pass(60 * HOUR)
    await restart()
    await advance(MINUTE)
    expect(thread()).toHaveLength(1)
    expect(thread()[0]).toContain(words)
    expect(direct(ana)).toHaveLength(1)
    expect([thread()[0], direct(ana)[0]].join()).not.toContain('24 hours')
  })

  it('stops watching a job that is still at work after a day', async () => {
    const { pass, restart, advance, thread } = await startWatching()
    await advance(MINUTE)
    await pass(25 * HOUR)
    await restart()
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('hasn’t finished within 24 hours')
  })
})
