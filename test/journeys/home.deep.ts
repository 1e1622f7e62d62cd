import { describe, expect, it } from 'vitest'
import { startWithJob } from '../support/journey.ts'

const MINUTE = 60_000

describe('a home is drawn', () => {
  it('never if nobody has opened it, nor one more than once in ten seconds', async () => {
    const { slack, ana, agent, type, reply, tell, advance, openHome, home } = await startWithJob()
    const published = () => slack.calls('views.publish').map(({ atMs }) => atMs)
    await type('job_8f2 add examples')
    await advance(MINUTE)
    expect(published()).toEqual([])
    await openHome()
    expect(published()).toHaveLength(1)
    await reply('shorten it', { by: ana })
    await tell('and the title', { by: ana })
    agent.finish('job_8f2', { prLink: null })
    await advance(2 * MINUTE)
    // The first was for whoever opened it.
    const times = published().slice(1)
    expect(times.length).toBeGreaterThan(0)
    expect(times.every((atMs, at) => at === 0 || atMs - (times[at - 1] ?? 0) >= 10_000)).toBe(true)
    expect(home()).toContain('shorten it')
  })

  it('after a restart that lost its task, with the next change', async () => {
    const { database, ana, type, reply, advance, restart, openHome, home } = await startWithJob()
    await openHome()
    await type('job_8f2 add examples')
    await database.query(`delete from followup.task where name = 'show'`)
    await restart()
    await advance(11_000)
    await reply('shorten it', { by: ana })
    await advance(11_000)
    expect(home()).toMatch(/shorten it[\s\S]*add examples|add examples[\s\S]*shorten it/)
  })

  it('later if Slack would not take it at once, and no more often if Slack refuses it', async () => {
    const { slack, ana, type, reply, advance, openHome, home } = await startWithJob()
    await openHome()
    slack.fail('views.publish', { status: 429, retryAfterS: 30 })
    await type('job_8f2 add examples')
    await advance(8_000)
    expect(home()).toContain('You have nothing under way.')
    await advance(MINUTE)
    expect(home()).toContain('Under way')
    slack.fail('views.publish', { error: 'not_enabled', times: 100 })
    const before = slack.calls('views.publish').length
    for (let at = 0; at < 8; at += 1) {
      await reply(`more ${at}`, { by: ana })
      await advance(1_000)
    }
    expect(slack.calls('views.publish')).toHaveLength(before + 1)
    slack.clearFaults()
  })
})

/** As if Ana's first follow-up had been followed by so many that were refused. */
const MORE = `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
  select 'f_x' || n, project_id, 'job_other', team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms + n, written_at_ms + n,
    jsonb_build_object('state', 'dropped', 'reason', 'bug', 'atMs', written_at_ms + n), 'rejected'
  from followup.followup, generate_series(1, $1) as n where id = 'f_1'`

it('shows first what needs a decision, in no more than a hundred blocks, and says that there is more', async () => {
  const { slack, ana, agent, database, type, home, openHome } = await startWithJob()
  agent.fail('send', { status: 500 })
  await type('job_8f2 add examples')
  await database.query(MORE, [150])
  await openHome()
  expect(home()).toMatch(
    /^\*Needs your decision\*\n⚠️ \*job_8f2\* · needs you: maybe delivered · [^\n]*\n“add examples”/
  )
  expect(home()).toContain('\n— There are more; these are the first 40.\n')
  expect(slack.homeOf(ana)?.blocks.length).toBeLessThanOrEqual(100)
})
