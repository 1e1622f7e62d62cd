import { expect, it } from 'vitest'
import type { SlackMessage } from '../../src/slack/blocks.ts'
import { SlackRefusal } from '../../src/slack/slack-failure.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWithListedJobs } from '../support/listed-jobs.ts'
import { startWatching } from '../support/watched-job.ts'

it('counts a channel as private as long as Slack does not say otherwise', async () => {
  const { slack, plans, send, rows, advance } = await startWithListedJobs()
  await send('job_plans plan it', { channel: plans })
  slack.fail('conversations.info', { error: 'internal_error', times: 1 })
  expect(await rows()).toHaveLength(2)
  await advance(5_000)
  expect(await rows()).toHaveLength(3)
})

it('asks Slack once about channels that it does not tell of, however many lists are asked for', async () => {
  const { slack, ana, agent, send, command, advance } = await startWithListedJobs()
  const places = Array.from({ length: 5 }, (_, at) => slack.addChannel({ name: `plans-${at}`, members: [ana] }).id)
  for (const [at, channel] of places.entries()) {
    agent.addJob({ id: `job_many${at}`, life: { worksMs: 1_000, ends: 'completed' } })
    await send(`job_many${at} plan it`, { channel })
  }
  const asked = () => slack.calls().filter(({ method }) => method === 'conversations.info').length
  const before = asked()
  slack.fail('conversations.info', { error: 'channel_not_found', times: 100 })
  for (const text of ['list', 'status job_many0', 'list']) await command(text)
  expect(asked()).toBe(before + 5)
  await advance(60_000)
  await command('list')
  expect(asked()).toBe(before + 5)
  slack.clearFaults()
  await advance(10 * 60_000)
  expect(await command('list')).toContain('job_many')
})

it('waits a moment before it asks again about channels that Slack has no time for', async () => {
  const { slack, plans, send, command, advance } = await startWithListedJobs()
  await send('job_plans plan it', { channel: plans })
  const asked = () => slack.calls().filter(({ method }) => method === 'conversations.info').length
  const before = asked()
  slack.fail('conversations.info', { status: 429, retryAfterS: 30, times: 100 })
  for (const text of ['list', 'status job_plans', 'list']) await command(text)
  expect(asked()).toBe(before + 1)
  slack.clearFaults()
  await advance(5_000)
  expect(await command('list')).toContain('job_plans')
})

it('turns the pages of two hundred jobs, each in the place of the one before', async () => {
  const { slack, channel, ana, database, command, pressAndHear } = await startWithListedJobs()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, in_line_at_ms, written_at_ms, progress)
     select 'f_x' || n, project_id, 'job_' || n || repeat('x', 100), team_id, channel_id, '1.' || n, requester_id, repeat('&<!channel> ', 300), 0, in_line_at_ms - n, written_at_ms - n, '{"state": "cancelled", "by": "U0MODERATOR", "atMs": 0}'
     from followup.followup, generate_series(1, 199) as n where id = 'f_1'`
  )
  const first = await command('list')
  expect(first).toMatch(/⏳ 1 running · 199 earlier\. Jobs 1–20 of 200\.\n/)
  expect(first).toMatch(/\n\[More\]$/)
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  const second = await pressAndHear('list-more', { on, value: '20' })
  expect(second).toContain('Jobs 21–40 of 200.')
  expect(second).toMatch(/\n\[Back\] \[More\]$/)
  expect(await pressAndHear('list-more', { on, value: '180' })).toMatch(/Jobs 181–200 of 200[\s\S]*\n\[Back\]$/)
  expect(await pressAndHear('list-back', { on, value: '0' })).toBe(first)
  expect(await pressAndHear('list-more', { on, value: '400' })).toBe('There are no more jobs.\n[Back]')
  expect(slack.ephemerals(channel, ana)).toHaveLength(1)
})

const NO_TABLES: NonNullable<JourneyOptions['wrap']> = deps => {
  const refuseTables = ({ blocks }: SlackMessage) => {
    if (blocks.some(({ type }) => type === 'table')) throw new SlackRefusal('invalid_blocks')
  }
  const slack: typeof deps.slack = {
    ...deps.slack,
    async respond(url, message, where) {
      refuseTables(message)
      await deps.slack.respond(url, message, where)
    },
    async tellPrivately(place, userId, message) {
      refuseTables(message)
      await deps.slack.tellPrivately(place, userId, message)
    }
  }
  return { ...deps, slack }
}

it('says the same in lines where Slack takes no table', async () => {
  const { slack, ana, channel, command, advance, told } = await startWatching({ wrap: NO_TABLES })
  await advance(2_000)
  const inLines =
    /^The jobs of this channel, and yours elsewhere: ⏳ 1 running\.\n⏳ working · \*job_8f2\* · “add examples” · you · 2026-11-20 14:00 · card \(https:\S+\)\n— 99 of 100 follow-ups are left this hour, for everybody together\.$/
  expect(await command('list')).toMatch(inLines)
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> list` })
  await advance(1_000)
  expect(told(ana).at(-1)).toMatch(inLines)
})

it('counts a job on which no work was seen as idle, and as running once it is at work', async () => {
  const { agent, advance, command } = await startWatching({}, { life: { startsLateMs: 10 * 60_000 } })
  await advance(30_000)
  expect(await command('list')).toContain(': ⏳ 1 running.\n')
  await advance(120_000)
  const idle = await command('list')
  expect(idle).toContain('yours elsewhere: 1 idle, no work seen.\n')
  expect(idle).toContain('| ⏳ sent, not started | job_8f2 |')
  agent.setJob('job_8f2', { status: 'active' })
  await advance(60_000)
  expect(await command('list')).toContain(': ⏳ 1 running.\n')
})
