import { expect, it } from 'vitest'
import type { SlackMessage } from '../../src/slack/blocks.ts'
import { SlackRefusal } from '../../src/slack/slack-failure.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const HEAD = '| Where it stands | Job | Instruction | Asked by | Card |'
const FOREVER = { life: { ends: 'never' } } as const

/** Ana and Ben steer jobs in #docs; Ana also in a public channel, in a private one and in a direct message. */
async function startWithJobs() {
  const journey = await startWatching()
  const { slack, agent, ana, command, advance } = journey
  const jobs = ['job_ben', 'job_plans', 'job_secret', 'job_direct', 'job_done', 'job_lost']
  for (const id of jobs) agent.addJob({ id, ...FOREVER })
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana] }).id
  const direct = slack.directChannel(ana).id
  const send = async (text: string, where: { by?: string; channel?: string } = {}) => {
    await command(text, where)
    // A channel takes one message a second.
    await advance(2_000)
  }
  const rows = async (where: { by?: string; channel?: string } = {}) =>
    (await command('list', where)).split('\n').filter(line => line.startsWith('| '))
  return { ...journey, plans, secret, direct, send, rows }
}

it('lists this channel’s jobs and one’s own elsewhere, what needs a decision first, each with its card', async () => {
  const { agent, ben, command, plans, direct, send, advance, cardTs } = await startWithJobs()
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
    '| ✅ finished | job_done | “fix the title” | @Ben · 2026-11-20 14:00 | card → |'
  ])
  expect(rows[1]).toContain(`archives/C0DOCS/p${cardTs().replace('.', '')}?thread_ts=${cardTs()}&cid=C0DOCS`)
})

it('shows in one channel nothing of a private one, not even one’s own, nor to others what was asked elsewhere', async () => {
  const { slack, ana, ben, plans, secret, direct, send, rows, command } = await startWithJobs()
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
    'I don’t know any jobs in this channel yet, or any of yours elsewhere. `/agent-followup <jobId> <what it should do>` sends one its first instruction.'
  )
})

it('speaks of nobody’s channel in a direct message', async () => {
  const { slack, ben, direct, send, command } = await startWithJobs()
  await send('job_direct draft it', { channel: direct })
  expect(await command('list', { channel: direct })).toMatch(/^Your jobs: ⏳ 2 running\.\n/)
  const bens = slack.directChannel(ben).id
  expect(await command('list', { by: ben, channel: bens })).toBe(
    'I don’t know any jobs of yours yet. `/agent-followup <jobId> <what it should do>` sends one its first instruction.'
  )
})

it('counts a channel as private as long as Slack does not say otherwise', async () => {
  const { slack, plans, send, rows, advance } = await startWithJobs()
  await send('job_plans plan it', { channel: plans })
  slack.fail('conversations.info', { error: 'internal_error', times: 1 })
  expect(await rows()).toHaveLength(2)
  await advance(5_000)
  expect(await rows()).toHaveLength(3)
})

it('asks Slack once about channels that it does not tell of, however many lists are asked for', async () => {
  const { slack, ana, agent, send, command, advance } = await startWithJobs()
  const places = Array.from({ length: 5 }, (_, at) => slack.addChannel({ name: `plans-${at}`, members: [ana] }).id)
  for (const [at, channel] of places.entries()) {
    agent.addJob({ id: `job_many${at}`, life: { worksMs: 1_000, ends: 'completed' } })
    await send(`job_many${at} plan it`, { channel })
  }
  const asked = () => slack.calls().filter(({ method }) => method === 'conversations.info').length
  const before = asked()
  slack.fail('conversations.info', { error: 'channel_not_found', times: 100 })
  for (const text of ['list', 'log job_many0', 'budget', 'list']) await command(text)
  expect(asked()).toBe(before + 5)
  await advance(60_000)
  await command('list')
  expect(asked()).toBe(before + 5)
  slack.clearFaults()
  await advance(10 * 60_000)
  expect(await command('list')).toContain('job_many')
})

it('waits a moment before it asks again about channels that Slack has no time for', async () => {
  const { slack, plans, send, command, advance } = await startWithJobs()
  await send('job_plans plan it', { channel: plans })
  const asked = () => slack.calls().filter(({ method }) => method === 'conversations.info').length
  const before = asked()
  slack.fail('conversations.info', { status: 429, retryAfterS: 30, times: 100 })
  for (const text of ['list', 'log job_plans', 'list']) await command(text)
  expect(asked()).toBe(before + 1)
  slack.clearFaults()
  await advance(5_000)
  expect(await command('list')).toContain('job_plans')
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
  const { agent, send, rows } = await startWithJobs()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await send('job_ben first')
  await send('job_ben second')
  const [, held] = await rows()
  expect(held).toMatch(/^\| ⏸ waiting for its turn \| job_ben \| “second” \| you/)
})

it('turns the pages of two hundred jobs, each in the place of the one before', async () => {
  const { slack, channel, ana, database, command, pressAndHear } = await startWithJobs()
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, written_at_ms, progress)
     select 'f_x' || n, project_id, 'job_' || n || repeat('x', 100), team_id, channel_id, '1.' || n, requester_id, repeat('&<!channel> ', 300), 0, written_at_ms - n, '{"state": "cancelled", "atMs": 0}'
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
    /^The jobs of this channel, and yours elsewhere: ⏳ 1 running\.\n⏳ working · \*job_8f2\* · “add examples” · you · 2026-11-20 14:00 · card \(https:\S+\)$/
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
  expect(idle).toContain('| ⏳ idle, no work seen for this | job_8f2 |')
  agent.setJob('job_8f2', { status: 'active' })
  await advance(60_000)
  expect(await command('list')).toContain(': ⏳ 1 running.\n')
})
