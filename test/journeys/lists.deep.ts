import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

it.each([
  // In how many public channels Ana asked, how often three lists ask Slack then, and for how long it is remembered.
  ['tells nothing of them', { error: 'channel_not_found', times: 100 }, 5, 5, 600_000],
  ['has no time', { status: 429, retryAfterS: 30, times: 100 }, 1, 3, 0]
])('counts channels as private while Slack %s, and asks again later', async (_, fault, channels, calls, laterMs) => {
  const { slack, ana, job, type, command, advance } = await startWatching()
  for (let at = 0; at < channels; at += 1) {
    job(`job_many${at}`, { life: { worksMs: 1_000, ends: 'completed' } })
    await type(`job_many${at} plan it`, { channel: slack.addChannel({ name: `plans-${at}`, members: [ana] }).id })
  }
  const asked = () => slack.calls('conversations.info').length
  const before = asked()
  slack.fail('conversations.info', fault)
  expect(await command('list')).not.toContain('job_many')
  for (const text of ['status job_many0', 'list']) await command(text)
  expect(asked()).toBe(before + calls)
  slack.clearFaults()
  await advance(laterMs)
  expect(await command('list')).toContain('job_many')
})

const MANY = (count: number, values: string) => `
  insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
  select 'f_x' || n, project_id, ${values}, in_line_at_ms - n, written_at_ms - n, '{"state": "dropped", "reason": "cancelled", "by": "U0MODERATOR", "atMs": 0}', 'cancelled'
  from followup.followup, generate_series(1, ${count}) as n where id = 'f_1'`
const LONG = `repeat('&<!channel> ', 300)`

it('turns the pages of two hundred jobs, each in the place of the one before', async () => {
  const { slack, channel, ana, database, command, pressAndHear } = await startWatching()
  await database.query(
    MANY(199, `'job_' || n || repeat('x', 100), team_id, channel_id, '1.' || n, requester_id, ${LONG}`)
  )
  const first = await command('list')
  expect(first).toMatch(/yours elsewhere: 1–10 of 200\n/)
  expect(first).toMatch(/\n\[More\]$/)
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  const turn = (value: string, action = 'list-more') => pressAndHear(action, { on, value })
  expect(await turn('20')).toMatch(/: 21–30 of 200\n[\s\S]*\n\[Back\] \[More\]$/)
  expect(await turn('190')).toMatch(/191–200 of 200[\s\S]*\n\[Back\]$/)
  expect(await turn('0', 'list-back')).toBe(first)
  expect(await turn('400')).toBe('There are no more jobs.\n[Back]')
  expect(slack.ephemerals(channel, ana)).toHaveLength(1)
})

it('turns the pages of a status in place, without reading the job again, and a new follow-up does not move them', async () => {
  const { slack, channel, ana, database, advance, command, type, pressAndHear, looks } = await startWatching()
  await database.query(MANY(24, `job_id, team_id, channel_id, thread_ts, requester_id, ${LONG} || n`))
  const first = await command('status job_8f2')
  expect(first).toMatch(/\nFollow-ups 1–10 of 25, newest first:\n[\s\S]*\n\[More\]$/)
  const { ts: on = '', blocks } = slack.ephemerals(channel, ana).at(-1) ?? {}
  const [, value = ''] = /"value":"([^"]+ 10 job_8f2)"/.exec(JSON.stringify(blocks)) ?? []
  await advance(1_000)
  await type('job_8f2 one more')
  const before = looks()
  const turn = (action: string, to: number) => pressAndHear(action, { on, value: value.replace(' 10 ', ` ${to} `) })
  expect(await turn('status-more', 10)).toMatch(/Follow-ups 11–20 of 25[\s\S]*\n\[Back\] \[More\]$/)
  expect(await turn('status-more', 20)).toMatch(/21–25 of 25[\s\S]*\n\[Back\]$/)
  expect(await turn('status-back', 0)).toContain(first.slice(first.indexOf('Follow-ups')))
  expect(looks()).toBe(before)
})
