import { expect, it } from 'vitest'
import { startWithListedJobs } from '../support/listed-jobs.ts'
import { startWatching } from '../support/watched-job.ts'

const HEAD = '| Where it stands | Job | Follow-up | Asked by | Card |'
const FOREVER = { life: { ends: 'never' } } as const

it('lists this channel’s jobs and one’s own elsewhere, what needs a decision first, each with its card', async () => {
  const { agent, ben, command, plans, direct, send, advance, cardTs } = await startWithListedJobs()
  await send('job_plans plan it', { channel: plans })
  await send('job_direct draft it', { channel: direct })
  await send('job_done fix the title', { by: ben })
  agent.finish('job_done', { prLink: 'https://github.com/example/shop/pull/7' })
  await advance(30_000)
  agent.fail('send', { status: 500 })
  await send('job_lost add tests', { by: ben })
  agent.fail('send', { status: 429, retryAfter: '600' })
  await send('job_ben shorten it', { by: ben })
  const shown = await command('list')
  const [lead = '', head, ...rows] = shown.split('\n')
  expect(lead).toBe(
    'The jobs of this channel, and yours elsewhere: ⚠️ 1 needs a decision · ⏸ 1 held · ⏳ 3 running · 1 ended in the last 24 hours.'
  )
  expect(head).toBe(HEAD)
  expect(rows.map(row => row.replace(/\(https:\S+\)/, '→'))).toEqual([
    '| ⚠️ maybe delivered | job_lost | “add tests” | @Ben · 2026-11-20 14:00 | card → |',
    '| ⏸ held until 14:10 | job_ben | “shorten it” | @Ben · 2026-11-20 14:00 | card → |',
    '| ⏳ working | job_direct | “draft it” | you · 2026-11-20 14:00 | direct message card → |',
    '| ⏳ working | job_plans | “plan it” | you · 2026-11-20 14:00 | #C0PLANS card → |',
    '| ⏳ working | job_8f2 | “add examples” | you · 2026-11-20 14:00 | card → |',
    '| ✅ finished | job_done | “fix the title” | @Ben · 2026-11-20 14:00 | card → |',
    '— 95 of 100 follow-ups are left this hour, for everybody together. The agent isn’t taking any until about 14:10.'
  ])
  expect(rows[1]).toContain(`archives/C0DOCS/p${cardTs().replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS`)
})

it('shows in one channel nothing of a private one, not even one’s own, nor to others what was asked elsewhere', async () => {
  const { slack, ana, ben, plans, secret, direct, send, rows, command } = await startWithListedJobs()
  await send('job_secret plan the merger', { channel: secret })
  await send('job_plans plan it', { channel: plans })
  await send('job_direct draft it', { channel: direct })
  const names = async (where: { by?: string; channel?: string }) =>
    (await rows(where)).slice(1).map(row => row.split(' | ')[1])
  expect(await names({})).toEqual(['job_direct', 'job_plans', 'job_8f2'])
  expect(await names({ by: ben })).toEqual(['job_8f2'])
  expect(await names({ channel: secret })).toEqual(['job_direct', 'job_plans', 'job_secret', 'job_8f2'])
  const empty = slack.addChannel({ name: 'empty', members: [ana, ben] }).id
  expect(await command('list', { by: ben, channel: empty })).toBe(
    'I don’t know any jobs in this channel yet, or any of yours elsewhere. `/agent-followup <jobId> <what it should do>` sends one its first follow-up.'
  )
})

it('speaks of nobody’s channel in a direct message', async () => {
  const { slack, ben, direct, send, command } = await startWithListedJobs()
  await send('job_direct draft it', { channel: direct })
  expect(await command('list', { channel: direct })).toMatch(/^Your jobs: ⏳ 2 running\.\n/)
  const bens = slack.directChannel(ben).id
  expect(await command('list', { by: ben, channel: bens })).toBe(
    'I don’t know any jobs of yours yet. `/agent-followup <jobId> <what it should do>` sends one its first follow-up.'
  )
})

it('shows a guest who may use the bot what they asked for here, and nothing of other channels', async () => {
  const journey = await startWatching({ env: { ALLOWED_USERS: 'U0ANA,U0BEN,U0GUS' } })
  const { slack, agent, channel, command, runDue } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [gus] }).id
  await slack.invite(channel, gus)
  agent.addJob({ id: 'job_plans', ...FOREVER })
  await command('job_plans plan it', { by: gus, channel: plans })
  await runDue()
  expect(await command('list', { by: gus, channel: plans })).toContain('job_plans')
  expect(await command('list', { by: gus })).not.toContain('job_plans')
})

it('says that an instruction waits for its turn when another one of its job is held', async () => {
  const { agent, send, rows } = await startWithListedJobs()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await send('job_ben first')
  await send('job_ben second')
  const [, held] = await rows()
  expect(held).toMatch(/^\| ⏸ waiting for its turn \| job_ben \| “second” \| you/)
})
