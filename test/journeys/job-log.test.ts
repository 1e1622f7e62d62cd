import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const HEAD = '| When | Who | Instruction | Outcome | Card |'

const withoutLinks = (shown: string) => shown.replace(/\(https:[^)]+thread_ts[^)]+\)/g, '→')

it('shows every instruction to a job with who, when, its words and what became of it, newest first', async () => {
  const { agent, command, reply, advance } = await startWatching()
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/7' })
  await advance(30_000)
  agent.fail('send', { status: 400 })
  await reply('rename   it\nand the <b> tests')
  await advance(2_000)
  await reply('now shorten it')
  await advance(2_000)
  expect(withoutLinks(await command('log job_8f2'))).toBe(
    [
      'The instructions to *job_8f2*, newest first:',
      HEAD,
      '| 2026-11-20 14:00 | @Ben | “now shorten it” | ⏳ working | card → |',
      '| 2026-11-20 14:00 | @Ben | “rename it and the <b> tests” | ❌ not delivered · 2026-11-20 14:00 | card → |',
      '| 2026-11-20 14:00 | @Ana | “add examples” | ✅ finished · 2026-11-20 14:00 · pull request #7 (https://github.com/example/shop/pull/7) | card → |'
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
    [...(await command('log job_8f2', { by, channel })).matchAll(/“([^”]+)”/g)].map(([, said]) => said)
  expect(await words(ana, plans)).toEqual(['plan it', 'add examples'])
  expect(await words(ben, plans)).toEqual(['plan it'])
  expect(await words(ana, secret)).toEqual(['plan it', 'plan the merger', 'add examples'])
  const empty = slack.addChannel({ name: 'empty', members: [ana, ben] }).id
  expect(await command('log job_8f2', { by: ben, channel: empty })).toBe(
    'I don’t know of any instructions to *job_8f2* from this channel, or any of yours from elsewhere. `/agent-followup status job_8f2` shows where it stands.'
  )
})

it('turns its pages in place, and a new instruction does not move them', async () => {
  const { slack, channel, ana, database, command, pressAndHear, advance, agent } = await startWatching()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, written_at_ms, progress)
     select 'f_x' || n, project_id, job_id, team_id, channel_id, thread_ts, requester_id, repeat('&<!channel> ', 300) || n, 0, written_at_ms - n, '{"state": "cancelled", "by": "U0MODERATOR", "atMs": 0}'
     from followup.followup, generate_series(1, 24) as n where id = 'f_1'`
  )
  const first = await command('log job_8f2')
  expect(first).toMatch(/^The instructions to \*job_8f2\*, newest first, 1–10 of 25:\n/)
  expect(first).toMatch(/\n\[Older\]$/)
  const { ts: on = '', blocks } = slack.ephemerals(channel, ana).at(-1) ?? {}
  const [, value = ''] = /"value":"([^"]+ 10 job_8f2)"/.exec(JSON.stringify(blocks)) ?? []
  agent.addJob({ id: 'job_9', life: { ends: 'never' } })
  await advance(1_000)
  await command('job_8f2 one more')
  await advance(2_000)
  const second = await pressAndHear('log-older', { on, value })
  expect(second).toContain('newest first, 11–20 of 25:')
  expect(second).toMatch(/\n\[Newer\] \[Older\]$/)
  expect(await pressAndHear('log-older', { on, value: value.replace(' 10 ', ' 20 ') })).toMatch(
    /21–25 of 25:[\s\S]*\n\[Newer\]$/
  )
  expect(await pressAndHear('log-newer', { on, value: value.replace(' 10 ', ' 0 ') })).toBe(first)
})

it('asks of which job, and understands a link and a word after the id', async () => {
  const { agent, command, advance } = await startWatching()
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(await command('log')).toContain('[Log of job_8f2]')
  for (const typed of ['logs job_8f2', 'history of “job_8f2”', 'log <https://github.com/acme/docs/pull/12/files>'])
    expect(await command(typed)).toMatch(/^The instructions to \*job_8f2\*, newest first:/)
  expect(await command('job_8f2 log')).toMatch(
    /^The instructions to \*job_8f2\*[\s\S]*“log” was not sent to \*job_8f2\*/
  )
  expect(await command('log every request that fails')).toMatch(/^Not sent: which job is it for\?/)
})
