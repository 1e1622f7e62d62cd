import { openForm, sendForm } from '../support/use-form.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { giveTimeToUndo, thinkAgain } from './think-again.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LIVES = [
  { worksMs: 40_000, ends: 'completed' as const },
  { worksMs: 6 * MINUTE, ends: 'completed' as const, linkLateMs: 20_000 },
  { worksMs: 90_000, ends: 'completed' as const, pullRequest: false },
  { worksMs: 50 * MINUTE, ends: 'completed' as const },
  { worksMs: 2 * MINUTE, ends: 'failed' as const },
  { worksMs: 3 * MINUTE, ends: 'completed' as const, staleMs: 30_000, keepsOldLink: true },
  { worksMs: MINUTE, ends: 'archived' as const },
  { worksMs: 5 * MINUTE, ends: 'completed' as const, omitStatus: 'send' as const },
  { worksMs: 3_000, ends: 'completed' as const, pullRequest: 'same', keepsOldLink: true },
  { worksMs: 2 * MINUTE, ends: 'completed' as const, startsLateMs: 150_000, whileActive: 'queue' as const },
  { worksMs: 90_000, ends: 'completed' as const, whileActive: 'queue' as const },
  { worksMs: 4 * MINUTE, ends: 'completed' as const, whileActive: 'merge' as const, staleMs: 60_000 },
  {
    worksMs: MINUTE,
    ends: 'completed' as const,
    startsLateMs: 40_000,
    whileActive: 'merge' as const,
    linkLateMs: 90_000
  }
]

const SEND_FAULTS = [
  { status: 429, retryAfter: '40' },
  { status: 429 },
  { status: 500, processed: true },
  { status: 503, processed: false },
  { status: 400, body: '{"error":"no"}' },
  { kind: 'reset before read' as const },
  { kind: 'reset after processing' as const },
  { kind: 'cut mid-body' as const },
  { kind: 'malformed json' as const },
  { kind: 'empty 200' as const },
  { kind: 'html 502' as const }
]
const READ_FAULTS = [
  { status: 429, retryAfter: '15' },
  { status: 500, times: 4 },
  { status: 404 },
  { status: 401, times: 4 },
  { kind: 'malformed json' as const },
  { kind: 'missing status' as const },
  { kind: 'unknown status' as const },
  { kind: 'reset before read' as const, times: 3 }
]
const SLACK_FAULTS = [
  { retryAfterS: 3, error: 'ratelimited' },
  { kind: 'reset after processing' as const },
  { kind: 'reset before read' as const },
  { status: 500 },
  { error: 'internal_error' }
]
const SLACK_METHODS = [
  'chat.postMessage',
  'chat.update',
  'reactions.add',
  'assistant.threads.setStatus',
  'conversations.replies',
  'conversations.history',
  'users.info'
]
const GITHUB_FAULTS = [
  { status: 503, times: 2 },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 404 },
  { status: 200, body: '<html>' }
]
const AFTERWARDS = [
  { checks: 'running' },
  { checks: 'failed' },
  { checks: 'failed' },
  { checks: 'passed' },
  { isReviewAsked: true },
  { state: 'closed' },
  { state: 'open' },
  { state: 'merged' }
] as const
export const MISTAKE = 'by mistake'
export const NO_JOB = 'job_nope'
export const IS_CARD = /^\S+ \*job_\w+\* · /
/** Long, short and none. It is nine in the morning. */
const QUIET_HOURS = [
  ['09:00', '18:00'],
  ['09:30', '10:30'],
  ['', '']
] as const
/** A reply in the thread of another job than it names. */
export const NAMES_ANOTHER = /^job_\w+ between \d+$/
const REPLY = /\breply \d+$/
/** Said in front of most instructions: nothing. */
const WHEN = ['', '', '', '', '', 'when idle: ', 'in 20 min: ']
const BUTTONS = [
  ...['check-now', 'stop-watching', 'keep-watching', 'cancel', 'send-now', 'send-again', 'leave-it', 'tell-me'],
  ...['try-again', 'quick-1', 'keep-on']
]

/** Some hours of what teams, networks and services do. Every prompt is unique, so that each can be counted. */
export async function liveRandomDay(
  team: SimulatedTeam,
  chance: Chance,
  steps: number
): Promise<{ acknowledged: string[] }> {
  const { slack, agent, github } = team
  await offerQuick(team)
  await giveTimeToUndo(team)
  const jobs = ['job_a', 'job_b', 'job_c']
  for (const id of jobs)
    agent.addJob({ id, status: chance.pick(['completed', 'active', 'failed']), life: chance.pick(LIVES) })
  const acknowledged: string[] = []
  let written = 0
  const withJob = new Set<string>()

  const actions: [weight: number, act: () => Promise<unknown> | unknown][] = [
    [6, command],
    [8, reply],
    [3, sayToBot],
    [2, fillInForm],
    [1, chooseSettings],
    [5, press],
    [3, () => agent.fail('send', chance.pick(SEND_FAULTS))],
    [4, () => agent.fail('read', chance.pick(READ_FAULTS))],
    [4, () => slack.fail(chance.pick(SLACK_METHODS), chance.pick(SLACK_FAULTS))],
    [1, () => agent.useBudget(chance.between(1, 4))],
    [1, () => team.restart(chance.pick([0, 0, 20 * MINUTE, 3 * HOUR, 30 * HOUR]))],
    [1, deleteReply],
    [2, editReply],
    [2, severalReplies],
    [2, mistake],
    [1, nameAnother],
    [1, deliverAgain],
    [3, changePullRequest],
    [1, () => github.fail(chance.pick(GITHUB_FAULTS))]
  ]
  const bag = actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

  async function command(): Promise<void> {
    const prompt = `command ${++written}`
    const done = await slack.command({
      user: chance.pick(team.people),
      channel: chance.pick(team.channels),
      text: `${chance.pick(jobs)} ${chance.pick(WHEN)}${prompt}`
    })
    if (done.acknowledged && done.reply === undefined) acknowledged.push(prompt)
  }

  /** The form that a job's id alone opens, unless the bot says why it does not. */
  async function fillInForm(): Promise<void> {
    const prompt = `command ${++written}`
    const user = chance.pick(team.people)
    if (await openForm({ slack, user, channel: chance.pick(team.channels), jobId: chance.pick(jobs) }))
      if (await sendForm(slack, user, { instruction: prompt, hears: chance.pick(['channel', 'thread', 'me']) }))
        acknowledged.push(prompt)
  }

  /** Quiet hours, and the job of those who name none. */
  async function chooseSettings(): Promise<void> {
    const user = chance.pick(team.people)
    const { id: channel } = slack.directChannel(user)
    if (!(await openForm({ slack, user, channel, jobId: 'settings' }))) return
    const job = chance.pick(jobs)
    const [from, until] = chance.pick(QUIET_HOURS)
    const offered = await slack.suggest({ user, actionId: 'own-job', query: job })
    const chosen = offered.some(({ value }) => value === job) ? { 'own-job': job } : undefined
    if ((await sendForm(slack, user, { ...chosen, 'quiet-from': from, 'quiet-until': until })) && chosen)
      withJob.add(user)
  }

  /** Refused, each in its own way; nobody but its author is to see it. */
  async function mistake(): Promise<void> {
    const words = `${MISTAKE} ${++written}`
    const user = chance.pick(team.people)
    // With a job of one's own, a sentence is none.
    const sentence = withJob.has(user) ? [] : [`help ${words}`]
    const text = chance.pick([`${NO_JOB} ${words}`, `job/8 ${words}`, ...sentence, 'stop', 'cancel', ''])
    await slack.command({ user, channel: chance.pick(team.channels), text })
  }

  function threads(): { channel: string; threadTs: string; jobId: string }[] {
    return team.channels.flatMap(channel =>
      slack
        .messages(channel)
        .filter(
          ({ user, thread_ts, text }) => user === slack.botUserId && thread_ts === undefined && IS_CARD.test(text)
        )
        .map(({ ts, text }) => ({ channel, threadTs: ts, jobId: /job_\w+/.exec(text)?.[0] ?? '' }))
    )
  }

  async function reply(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    const prompt = `reply ${++written}`
    const { channel, threadTs } = chance.pick(known)
    await slack.say({ user: chance.pick(team.people), text: chance.pick(WHEN) + prompt, channel, threadTs })
    acknowledged.push(prompt)
  }

  async function severalReplies(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    acknowledged.push(...(await thinkAgain(team, chance, chance.pick(known), () => `reply ${++written}`)))
  }

  /** With a mention in a channel, or in a direct message. */
  async function sayToBot(): Promise<void> {
    const prompt = `reply ${++written}`
    const user = chance.pick(team.people)
    const [channel, mention] = chance.happens(0.3)
      ? [slack.directChannel(user).id, '']
      : [chance.pick(team.channels), `<@${slack.botUserId}> `]
    const namesJob = mention !== '' || !withJob.has(user) || chance.happens(0.5)
    await slack.say({ user, channel, text: `${mention}${namesJob ? `${chance.pick(jobs)} ` : ''}${prompt}` })
    acknowledged.push(prompt)
  }

  /** In a thread: its author is asked which job it is for, and nobody answers here. */
  async function nameAnother(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    const { jobId, ...thread } = chance.pick(known)
    const other = chance.pick(jobs.filter(job => job !== jobId))
    await slack.say({ user: chance.pick(team.people), text: `${other} between ${++written}`, ...thread })
  }

  const placesOf = (actionId: string) =>
    team.channels.flatMap(channel =>
      slack
        .messages(channel)
        .filter(message => JSON.stringify(message.blocks ?? []).includes(`"action_id":"${actionId}"`))
        .map(({ ts }) => ({ channel, messageTs: ts }))
    )

  async function press(): Promise<void> {
    const shown = BUTTONS.map(actionId => ({ actionId, places: placesOf(actionId) }))
    const offered = shown.filter(({ places }) => places.length > 0)
    if (offered.length === 0) return
    const { actionId, places } = chance.pick(offered)
    await slack.press({ user: chance.pick(team.people), actionId, ...chance.pick(places) })
  }

  async function deleteReply(): Promise<void> {
    const replies = team.channels.flatMap(channel =>
      slack
        .messages(channel)
        .filter(({ text, user }) => REPLY.test(text) && user !== slack.botUserId)
        .map(({ ts }) => ({ channel, messageTs: ts }))
    )
    if (replies.length > 0) await slack.remove(chance.pick(replies))
  }

  /** Which words go out, the earlier or the later ones, is not known here. */
  async function editReply(): Promise<void> {
    const replies = team.channels.flatMap(channel =>
      slack
        .messages(channel)
        .filter(({ text, user }) => REPLY.test(text) && user !== undefined && user !== slack.botUserId)
        .map(({ ts, text, user = '' }) => ({ channel, messageTs: ts, text, user }))
    )
    if (replies.length === 0) return
    const { text, ...place } = chance.pick(replies)
    const at = acknowledged.indexOf(REPLY.exec(text)?.[0] ?? '')
    if (at >= 0) acknowledged.splice(at, 1)
    await slack.edit({ ...place, text: text.replace(REPLY, `reply ${++written}`) })
  }

  /** One of those that the bot has looked at. */
  function changePullRequest(): void {
    const { pulls } = github.snapshot()
    if (pulls.length > 0) github.setPullRequest(chance.pick(pulls).link, chance.pick(AFTERWARDS))
  }

  async function deliverAgain(): Promise<void> {
    const events = slack.deliveries().filter(({ kind }) => kind === 'events_api')
    if (events.length > 0) await slack.deliverAgain(chance.pick(events).id)
  }

  for (let step = 0; step < steps; step++) {
    await chance.pick(bag)()
    if (chance.happens(0.7)) await team.runDue()
    await team.advance(chance.pick([200, 2_000, 15_000, MINUTE, 4 * MINUTE, 30 * MINUTE]))
  }
  return { acknowledged }
}

/** One of the channels has a quick follow-up. */
async function offerQuick({ database, slack, channels, people }: SimulatedTeam): Promise<void> {
  await database.query(
    `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
     values ($1, 'channel', $2, 'quick', 'Go on: go on with it', $3, 0)`,
    [slack.teamId, channels[0], people[0]]
  )
}
