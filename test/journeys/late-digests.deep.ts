import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { asShown } from '../support/as-shown.ts'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LINK = 'https://github.com/acme/docs/pull/12'

/** On Friday, jobs are at work for #docs and #api; they end while no bot runs, and on Monday one does. */
async function startWeekend(env: Record<string, string> = {}) {
  const journey = await startJourney({ env })
  const { slack, agent, ana, ben, channel, command, advance, pass, restart } = journey
  const elsewhere = slack.addChannel({ name: 'api', members: [ana, ben] }).id
  const send = async (id: string, to: string, job: Partial<NewJob> = {}) => {
    agent.addJob({ id, repository: 'https://github.com/acme/docs', life: { worksMs: HOUR }, ...job })
    await command(`${id} add examples`, { channel: to })
    await advance(5_000)
  }
  await send('job_1', channel, { life: { worksMs: HOUR, pullRequest: LINK } })
  await send('job_2', channel, { life: { worksMs: HOUR, ends: 'failed' } })
  await send('job_3', channel, { life: { worksMs: HOUR, pullRequest: false } })
  await send('job_4', elsewhere)
  await advance(MINUTE)
  await pass(63 * HOUR)
  await restart()
  const shown = (where: string) =>
    slack
      .messages(where)
      .filter(
        ({ user, subtype, thread_ts, ts }) =>
          user === slack.botUserId && (subtype === 'thread_broadcast' || thread_ts === undefined || thread_ts === ts)
      )
      .map(asShown)
  return {
    ...journey,
    elsewhere,
    shown,
    told: (where: string) => shown(where).filter(text => !/^. \*job_\d\* ·/u.test(text))
  }
}

describe('after more than a day in which no bot ran', () => {
  it('tells each channel in one message what ended, and each thread its own result', async () => {
    const { slack, channel, elsewhere, advance, sleep, told } = await startWeekend()
    await advance(MINUTE)
    expect(told(channel)).toEqual([])
    await advance(5 * MINUTE)
    const [digest = '', ...others] = told(channel)
    expect(others).toEqual([])
    expect(digest.replaceAll(/https:\S+(?=\))/g, '…').split('\n')).toEqual([
      'While I was offline, from 2026-11-20 14:01 to 2026-11-23 05:01, these jobs ended:',
      expect.stringMatching(/^✅ \*job_1\* finished · pull request #12 \(…\) · thread \(…\)$/),
      expect.stringMatching(/^❌ \*job_2\* failed · thread \(…\)$/),
      expect.stringMatching(/^✅ \*job_3\* finished · thread \(…\)$/)
    ])
    expect(told(elsewhere)).toHaveLength(1)
    expect(told(elsewhere)[0]).toContain('this job ended:\n✅ *job_4* finished')
    const results = slack.messages(channel).filter(({ text }) => text.includes('reported late'))
    expect(results).toHaveLength(3)
    expect(results.map(({ subtype }) => subtype)).not.toContain('thread_broadcast')
    await sleep(24 * HOUR)
    expect(told(channel)).toEqual([digest])
  })

  it('takes a second stop for one with the first, if it came before the looks', async () => {
    const { agent, pass, restart, upkeep, advance, find } = await startWatching()
    await advance(MINUTE)
    agent.finish('job_8f2')
    await pass(30 * HOUR)
    await restart()
    await upkeep()
    await pass(100 * MINUTE)
    await restart()
    await advance(6 * MINUTE)
    expect(find('While I was offline, from 2026-11-20 14:00 to 2026-11-21 21:41, this job ended:')).toBeDefined()
  })

  it('tells it although its task was lost', async () => {
    const { channel, advance, database, upkeep, told } = await startWeekend()
    await advance(MINUTE)
    await database.query(`delete from followup.task where name = 'tell-digest'`)
    await advance(10 * MINUTE)
    expect(told(channel)).toEqual([])
    await upkeep()
    await advance(MINUTE)
    expect(told(channel)).toHaveLength(1)
  })

  it('tells a channel nothing that wants no results, and on its own what is found only later', async () => {
    const quiet = await startWeekend({ RESULTS_IN_CHANNEL: 'none' })
    await quiet.advance(10 * MINUTE)
    expect(quiet.told(quiet.channel)).toEqual([])
    expect(quiet.slack.messages(quiet.channel).filter(({ text }) => text.includes('reported late'))).toHaveLength(3)

    const { agent, channel, advance, told } = await startWeekend()
    agent.fail('read', { status: 503, jobId: 'job_2', times: 'until cleared' })
    await advance(30 * MINUTE)
    expect(told(channel)).toHaveLength(1)
    agent.clearFaults()
    await advance(10 * MINUTE)
    expect(told(channel)).toHaveLength(2)
    expect(told(channel)[1]).toContain('@Ana, *job_2* failed')
  })

  it('does so whoever is killed while the results come in', async () => {
    const { channel, advance, restart, runDue, told } = await startWeekend()
    await runDue()
    await restart()
    await advance(2 * MINUTE)
    await restart()
    await advance(5 * MINUTE)
    await restart()
    await advance(5 * MINUTE)
    expect(told(channel)).toHaveLength(1)
    expect(told(channel)[0]?.split('\n')).toHaveLength(4)
  })
})

describe('after a time in which no bot ran', () => {
  it.each([
    ['with an instruction of its own', 'status job_8f2'],
    ['that others steer', 'stop']
  ])('says so to whoever asked how a job ends, %s', async (_, before) => {
    const { agent, ben, command, press, pass, restart, advance, direct } = await startWatching()
    await command('watch job_8f2', { by: ben })
    if (before === 'stop') await press('stop-watching')
    await advance(MINUTE)
    agent.finish('job_8f2', { prLink: LINK })
    await pass(150 * MINUTE)
    await restart()
    await advance(MINUTE)
    expect(direct(ben).at(-1)).toMatch(
      /^\*job_8f2\* has finished: .*last seen working .*reported late: I was offline /s
    )
  })
})
