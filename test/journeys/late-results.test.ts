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
      'last seen working at 14:00 · reported late: I was offline until 16:31'
    ],
    [
      'last seen working, without a pull request',
      { life: { worksMs: HOUR, pullRequest: false } },
      'last seen working at 14:00 · reported late: I was offline until 16:31'
    ],
    [
      'archived',
      { life: { worksMs: HOUR, ends: 'archived' } },
      'archived at 15:00 · reported late: I was offline until 16:31'
    ]
  ]
  it.each(ENDS)('says of a job when it was %s, and that this is reported late', async (_, job, words) => {
    const { pass, restart, advance, thread, card } = await startWatching({}, job)
    await advance(MINUTE)
    await pass(150 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(thread()).toHaveLength(1)
    expect(thread()[0]).toContain(words)
    expect(card()).toContain('ended while I was offline')
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

  it('takes no time for it in which another bot ran', async () => {
    const { agent, pass, restart, upkeep, advance, thread } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(50 * MINUTE)
    await upkeep()
    await pass(50 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('took 1 h 41 min')
  })

  it('says so too after its machine slept', async () => {
    const { agent, pass, advance, thread } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(150 * MINUTE)
    await advance(MINUTE)
    expect(thread().at(-1)).toContain('last seen working at 14:00 · reported late: I was offline until 16:31')
  })

  it('watches for a whole day, even if it is off every night', async () => {
    const { pass, restart, advance, sleep, thread, card } = await startWatching()
    for (let night = 0; night < 3; night++) {
      await advance(MINUTE)
      await pass(15 * HOUR)
      await restart()
      await advance(MINUTE)
      await sleep(7 * HOUR)
    }
    expect(card()).toContain('⏳ *job_8f2* · working')
    await sleep(3 * HOUR)
    expect(thread().at(-1)).toContain('hasn’t finished within 24 hours')
  })

  it('goes on watching a job that is still at work, for as long as it would have', async () => {
    const { pass, restart, advance, sleep, thread, card } = await startWatching()
    await advance(MINUTE)
    await pass(60 * HOUR)
    await restart()
    await sleep(23 * HOUR)
    expect(card()).toContain('⏳ *job_8f2* · working')
    await sleep(HOUR)
    expect(thread().at(-1)).toContain('hasn’t finished within 24 hours')
  })
})
