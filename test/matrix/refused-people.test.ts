import { expect, it } from 'vitest'
import type { PersonKind } from '../../sandbox/slack/slack-types.ts'
import { createFormUser, WHEN } from '../support/form.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'
import { type Scene, WAYS_IN, type WayIn } from './ways-in.ts'

type Who = {
  /** The kind of account that Gus has by now, and the settings by now. */
  kind?: PersonKind
  env?: Record<string, string>
  /** What he reads, whichever way he tries. None: nothing at all. */
  why?: string
  /** Ways that Slack does not offer him. */
  without?: WayIn['by'][]
}

const WHO: Record<string, Who> = {
  'a guest': { kind: 'guest', why: 'guests can’t steer agent jobs. Ask a full member of this workspace.' },
  'somebody from another organisation': {
    kind: 'outsider',
    why: 'only members of this workspace can steer agent jobs. Ask one of them.',
    without: ['command']
  },
  'a bot': { kind: 'bot', without: ['command', 'direct message', 'press'] },
  'somebody who is not on the list': {
    env: { ALLOWED_USERS: 'U0ANA' },
    why: 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.'
  },
  'anybody in a channel that was not chosen': {
    env: { ALLOWED_CHANNELS: 'C0ELSEWHERE' },
    why: 'I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.'
  }
}

/** In another channel, which has a quick follow-up, a job has failed. */
async function openFailed({ slack, agent, database, ana, command, advance }: WatchedJob, gus: string) {
  const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, gus] }).id
  await database.query(
    `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
     values ($1, 'channel', $2, 'quick', 'Fix the tests: Find out why they fail', $3, 0)`,
    [slack.teamId, channel, ana]
  )
  agent.addJob({ id: 'job_c90', life: { worksMs: 1_000, ends: 'failed' } })
  await command('job_c90 plan it', { channel })
  await advance(60_000)
  const result = slack.messages(channel).find(({ text }) => text.includes('failed: the agent'))
  return { channel, on: result?.ts ?? '' }
}

/** Ana's job is watched, and Gus has private questions with every kind of button. */
async function openScene(): Promise<Scene> {
  const journey = await startWatching()
  const { slack, channel, ben, database, command, reply, runDue } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
  await slack.invite(channel, gus)
  const failed = await openFailed(journey, gus)
  const sent = journey.later().length
  await database.query(
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count, written_at_ms, progress)
     select 'f_old' || n, project_id, job_id, team_id, channel_id, thread_ts, $1, 'old', 0, written_at_ms - n, '{"state": "cancelled", "atMs": 0}'
     from followup.followup, generate_series(1, 12) as n where id = 'f_1'`,
    [ben]
  )
  await command('shorten it all', { by: gus })
  await command('job_8f2 use ghp_16C7e42F292c6912E7710c838347Ae178B4a', { by: gus })
  await command('log job_8f2', { by: gus })
  await command('status', { by: gus })
  await reply('thanks!', { by: gus })
  await reply('job_c90 drop it', { by: gus })
  await runDue()
  return { ...journey, gus, failed, later: () => journey.later().slice(sent) }
}

/** All that others can see of the bot. */
function seenByOthers({ slack }: Scene) {
  const messages = slack.channels().flatMap(({ id }) => slack.messages(id).map(({ ts }) => ({ id, ts })))
  const shown = messages.map(({ id, ts }) => slack.message(id, ts))
  return {
    messages: shown.filter(message => message?.user === slack.botUserId).map(message => message?.text),
    reactions: messages.flatMap(({ id, ts }) => slack.reactions(id, ts))
  }
}

const refusal = ({ words }: WayIn, why: string | undefined) =>
  why && (words === undefined ? `Not done: ${why}` : `Nothing was sent: ${why} Your words:\n>${words}`)

it.each(Object.entries(WHO))(
  '%s is refused, privately and whichever way',
  async (_, { kind, env, why, without = [] }) => {
    const scene = await openScene()
    const { slack, gus, restart, advance } = scene
    if (kind) slack.addPerson({ id: gus, name: 'Gus', kind })
    await restart(env)
    await advance(5_000)
    const before = seenByOthers(scene)
    const ways = WAYS_IN.filter(({ by }) => !without.includes(by))
    const read: [string, string | undefined][] = []
    for (const way of ways) read.push([way.name, await way.go(scene)])
    expect(read).toEqual(ways.map(way => [way.name, refusal(way, why)]))
    await advance(60_000)
    expect(seenByOthers(scene)).toEqual(before)
    expect(scene.later()).toEqual([])
  }
)

it('lets a member in, whichever way', async () => {
  const scene = await openScene()
  for (const way of WAYS_IN) {
    const sent = scene.later().length
    const read = await way.go(scene)
    if (way.answer) expect(read, way.name).toMatch(way.answer)
    else expect(read ?? '', way.name).not.toMatch(/Not done|Nothing was sent/)
    await scene.advance(3_000)
    if (way.words && !way.answer) expect(scene.later().length, way.name).toBe(sent + 1)
  }
})

const NO_JOBS =
  'I don’t know any jobs in this channel yet, or any of yours elsewhere. `/agent-followup <jobId> <what it should do>` sends one its first instruction.'
const NOT_IN =
  'I’m not in this channel. Type `/invite @Agent Follow-up` here, then send it again. Your words:\n>drop it'

/** What a member reads in a channel that the bot is not in. Slack tells the bot nothing of what is said there. */
const WITHOUT_BOT: Record<string, string | undefined> = {
  '/agent-followup list': NO_JOBS,
  '/agent-followup log job_8f2':
    'I don’t know of any instructions to *job_8f2* from this channel, or any of yours from elsewhere. `/agent-followup status job_8f2` shows where it stands.',
  '/agent-followup budget':
    '*99* of 100 follow-ups are left this hour, for everybody together.\nNothing is waiting to be sent.',
  '/agent-followup job_8f2 drop it': `Nothing was sent to *job_8f2*: ${NOT_IN}`,
  '/agent-followup drop it':
    'Nothing was sent: there’s no job *drop* here. Check the id, then send it again. Your words:\n>drop it',
  '/agent-followup https://agents.example/runs/job_8f2 drop it':
    'Nothing was sent: which job? No job in this channel matches https://agents.example/runs/job_8f2. Name it by its id, like `/agent-followup job_8f2 …`. Your words:\n>drop it',
  '@Agent Follow-up job_8f2 drop it': undefined,
  '@Agent Follow-up list': undefined
}

it('sends and shows nothing from a channel that the bot is not in, and says how to invite it', async () => {
  const journey = await startWatching({ refusals: ['chat.postMessage not_in_channel'] })
  const { slack, agent, ben, command, runDue, advance, told } = journey
  await advance(2_000)
  const read: [string, string | undefined][] = []
  const plans: string[] = []
  for (const typed of Object.keys(WITHOUT_BOT)) {
    const channel = slack.addChannel({ name: `plans-${plans.length}`, members: [ben], botIsMember: false }).id
    plans.push(channel)
    const before = told(ben).length
    const [, words] = /^\/agent-followup (.*)$/.exec(typed) ?? []
    if (words) await command(words, { by: ben, channel })
    else await slack.say({ user: ben, channel, text: typed.replace('@Agent Follow-up', `<@${slack.botUserId}>`) })
    await runDue()
    read.push([typed, told(ben)[before]])
  }
  expect(read).toEqual(Object.entries(WITHOUT_BOT))
  await advance(60_000)
  expect(agent.sends()).toHaveLength(1)
  const shown = plans.flatMap(id => slack.messages(id))
  expect(shown.filter(({ user }) => user === slack.botUserId)).toEqual([])
})

/** What a member reads who presses this on a card in a channel that the bot was removed from. What needs no channel is done. */
const PRESSED_WITHOUT_BOT = {
  'check-now': 'Not done: I’m not in this channel. Type `/invite @Agent Follow-up` here, then press it again.',
  'tell-me': 'I’ll write to you directly when *job_8f2* ends.\n[🔕 Don’t tell me]',
  'stop-watching': 'I’ve stopped watching *job_8f2* in this thread. The agent keeps working: I can’t stop it.'
}

it.each([
  { kind: 'public' as const, refusals: ['chat.update not_in_channel'] },
  { kind: 'private' as const, refusals: ['conversations.info channel_not_found', 'chat.update channel_not_found'] }
])('sends and shows nothing for buttons in a $kind channel that it was removed from, and says so', async removed => {
  const { kind, refusals } = removed
  const journey = await startWatching({ refusals })
  const { slack, agent, ben, command, advance, press, pressAndHear, told, direct } = journey
  const channel = slack.addChannel({ id: 'C0PLANS', name: 'plans', kind, members: [ben] }).id
  agent.addJob({ id: 'job_done', life: { worksMs: 1_000, ends: 'completed' } })
  for (const jobId of ['job_8f2', 'job_done']) await command(`${jobId} plan it`, { by: ben, channel })
  await advance(60_000)
  await slack.removeFrom(channel)
  const [working, done] = slack.messages(channel).map(({ ts }) => ({ on: ts, by: ben, channel }))
  const seen = () => [...slack.messages(channel).map(({ ts }) => slack.message(channel, ts)), ...agent.sends()]
  const before = seen()
  for (const [actionId, words] of Object.entries(PRESSED_WITHOUT_BOT))
    expect(await pressAndHear(actionId, working), actionId).toBe(words)
  const form = createFormUser(journey, ben)
  await press('write-followup', done)
  await form.opened()
  expect(form.shown()).toEqual([
    '— I’m not in this channel, so I can’t post here: only you will hear about it. To change that, type `/invite @Agent Follow-up` in the channel, and open this again.',
    'Job: job_done',
    'What should it do?:',
    ...WHEN,
    'Who hears about it: [Only me, in a direct message]'
  ])
  await advance(60_000)
  expect([seen(), told(ben), direct(ben)]).toEqual([before, Object.values(PRESSED_WITHOUT_BOT), []])
})

it('hears nothing more in the thread of a channel that it was removed from', async () => {
  const { slack, channel, ben, reply, advance, later, told } = await startWatching()
  await advance(2_000)
  await slack.removeFrom(channel)
  await reply('drop it')
  await reply('status')
  await advance(5_000)
  expect([later(), told(ben)]).toEqual([[], []])
})
