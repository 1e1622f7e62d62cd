import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const HEAD = '| When | Who | Follow-up | Where it stands | Card |'

const withoutLinks = (shown: string) => shown.replace(/\(https:[^)]+thread_ts[^)]+\)/g, '→')

it('shows where a job stands, and every follow-up with who, when, its words and what became of it, newest first', async () => {
  const { agent, command, reply, advance } = await startWatching()
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/7' })
  await advance(30_000)
  agent.fail('send', { status: 400 })
  await reply('rename   it\nand the <b> tests')
  await advance(2_000)
  await reply('now shorten it')
  await advance(2_000)
  const PULL_REQUEST = 'pull request #7 (https://github.com/example/shop/pull/7)'
  expect(withoutLinks(await command('status job_8f2'))).toBe(
    [
      '*job_8f2*: *working* · example/shop on `main`',
      'As of 14:00.',
      HEAD,
      '| 2026-11-20 14:00 | @Ben | “now shorten it” | ⏳ working | card → |',
      '| 2026-11-20 14:00 | @Ben | “rename it and the <b> tests” | ❌ not delivered · 2026-11-20 14:00 | card → |',
      `| 2026-11-20 14:00 | @Ana | “add examples” | ✅ finished · 2026-11-20 14:00 · ${PULL_REQUEST} | card → |`
    ].join('\n')
  )
})

it('shows nothing of a private channel to whoever asks in another one, and nothing of others’ elsewhere', async () => {
  const { slack, ana, ben, command, advance } = await startWatching()
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, ben] }).id
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana, ben] }).id
  await command('job_8f2 plan the merger', { channel: secret })
  await command('job_8f2 plan it', { channel: plans })
  await advance(3_000)
  const words = async (by: string, channel: string) =>
    [...(await command('status job_8f2', { by, channel })).matchAll(/“([^”]+)”/g)].map(([, said]) => said)
  expect(await words(ana, plans)).toEqual(['plan it', 'add examples'])
  expect(await words(ben, plans)).toEqual(['plan it'])
  expect(await words(ana, secret)).toEqual(['plan it', 'plan the merger', 'add examples'])
  const empty = slack.addChannel({ name: 'empty', members: [ana, ben] }).id
  expect((await command('status job_8f2', { by: ben, channel: empty })).split('\n')).toHaveLength(2)
})

it('turns its pages in place, without reading the job again, and a new follow-up does not move them', async () => {
  const { slack, channel, ana, database, command, pressAndHear, advance, agent } = await startWatching()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, in_line_at_ms, written_at_ms, progress)
     select 'f_x' || n, project_id, job_id, team_id, channel_id, thread_ts, requester_id, repeat('&<!channel> ', 300) || n, 0, in_line_at_ms - n, written_at_ms - n, '{"state": "cancelled", "by": "U0MODERATOR", "atMs": 0}'
     from followup.followup, generate_series(1, 24) as n where id = 'f_1'`
  )
  const first = await command('status job_8f2')
  expect(first).toContain('\nFollow-ups 1–10 of 25, newest first:\n')
  expect(first).toMatch(/\n\[Older\]$/)
  const { ts: on = '', blocks } = slack.ephemerals(channel, ana).at(-1) ?? {}
  const [, value = ''] = /"value":"([^"]+ 10 job_8f2)"/.exec(JSON.stringify(blocks)) ?? []
  agent.addJob({ id: 'job_9', life: { ends: 'never' } })
  await advance(1_000)
  await command('job_8f2 one more')
  await advance(2_000)
  const turn = (action: string, to: number) => pressAndHear(action, { on, value: value.replace(' 10 ', ` ${to} `) })
  const second = await turn('status-older', 10)
  expect(second).toContain('Follow-ups 11–20 of 25, newest first:')
  expect(second).toMatch(/\n\[Newer\] \[Older\]$/)
  expect(await turn('status-older', 20)).toMatch(/21–25 of 25[\s\S]*\n\[Newer\]$/)
  expect(await turn('status-newer', 0)).toContain(first.slice(first.indexOf('Follow-ups')))
})

it('says of what stands behind a held one that it waits for its turn, in the status and the list', async () => {
  const { command, reply, advance } = await startWatching({ hourlyLimit: 1 })
  await reply('shorten it')
  await advance(2_000)
  await command('job_8f2 rename it')
  await advance(2_000)
  const shown = await command('status job_8f2')
  expect(shown).toContain('| “rename it” | ⏸ waiting for its turn |')
  expect(shown).toContain('| “shorten it” | ⏸ held until 15:00 |')
  expect(await command('list')).toContain('| ⏸ waiting for its turn | job_8f2 | “rename it” |')
})

it('understands a link and a word after the id, and asks of which job', async () => {
  const { agent, command, advance } = await startWatching()
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(await command('status')).toMatch(/^Which job\?/)
  expect(await command('status <https://github.com/acme/docs/pull/12/files>')).toMatch(/^\*job_8f2\*: /)
  expect(await command('job_8f2 status')).toMatch(/^\*job_8f2\*: /)
})
