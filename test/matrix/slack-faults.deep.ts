import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/slack/fault.ts'
import { type JourneyOptions, startJourney, startWatching } from '../support/journey.ts'
import { FINISHED, HELP, result, type Seen, toldPrivately, WATCHED, WORKING, whatIsSeen } from './what-is-seen.ts'

/** What becomes of a message that is to be posted. */
type Posted = 'appears once' | 'refused'
/** What becomes of a result. */
type Told = 'appears once' | 'told directly' | 'waits for a new token'
/** What becomes of an edit of a card, or a mark on a reply. What is left out may still show with the next step. */
type Shown = 'shows at once' | 'shows when it is over' | 'is left out'
/** What becomes of an answer for one person. */
type Answered = 'read once' | 'read twice' | 'read directly' | 'waits for a new token'

/** One fault, and what becomes of each call that meets it. A call is left out where the fault cannot meet it. */
type SlackFaultCase = {
  name: string
  fault: Fault
  options?: JourneyOptions
  /** Why nothing was sent, where the card is refused. */
  why?: string
  /** How often Slack is asked to post a message that meets the fault. */
  tries: number
  card?: Posted
  result?: Told
  edit?: Shown
  mark?: Shown
  answer?: Answered
}

const passes = (name: string, fault: Fault, tries = 2): SlackFaultCase => ({
  name,
  fault,
  tries,
  card: 'appears once',
  result: 'appears once',
  edit: 'shows when it is over',
  mark: 'shows when it is over',
  answer: 'read once'
})

const refuses = (error: string, why: string): SlackFaultCase => ({
  name: error,
  fault: { error },
  why,
  tries: 1,
  card: 'refused',
  result: 'told directly',
  edit: 'is left out',
  mark: 'is left out',
  answer: 'read directly'
})

const locksOut = (error: string): SlackFaultCase => ({
  ...refuses(error, NOT_LET),
  options: { errors: ['Slack rejects SLACK_BOT_TOKEN'] },
  result: 'waits for a new token',
  edit: 'shows when it is over',
  mark: 'shows when it is over',
  answer: 'waits for a new token'
})

const NOT_LET = 'Slack won’t let me post in #docs. Tell whoever runs this bot.'
const NOT_MEMBER = 'I’m not in #docs. Type `/invite @Agent Follow-up` there, then send it again.'
const FOR_FEW =
  'only some people may post in #docs, and I’m not one of them. Ask one of them to let me, or send it from another channel.'
const ARCHIVED = '#docs is archived. Send it from another channel.'

/** Everything that Slack, or anything in between, can do to one of the bot's calls. */
const SLACK_FAULTS: SlackFaultCase[] = [
  passes('429 with Retry-After', { retryAfterS: 20 }),
  passes('429 without Retry-After', { status: 429, error: 'ratelimited' }),
  passes('500', { status: 500 }),
  passes('503 in HTML', { kind: 'html 503' }),
  passes('a page instead of JSON', { kind: 'html 200' }),
  passes('internal_error', { error: 'internal_error', times: 3 }, 4),
  // Long enough for every other call, even on a busy machine.
  { ...passes('no answer', { kind: 'hang' }), options: { slackTimeoutMs: 400 } },
  passes('a reset before it is taken', { kind: 'reset before read' }),
  // A private answer is in no list that can be read back. Twice is better than never.
  {
    ...passes('a reset after it was taken', { kind: 'reset after processing' }, 1),
    edit: 'shows at once',
    mark: 'shows at once',
    answer: 'read twice'
  },
  refuses('channel_not_found', NOT_MEMBER),
  refuses('not_in_channel', NOT_MEMBER),
  // If an edit meets it, the watch ends: `lost-place.deep.ts` tells that story.
  refuses('is_archived', ARCHIVED),
  refuses('restricted_action', FOR_FEW),
  { ...refuses('restricted_action_read_only_channel', FOR_FEW), edit: undefined, mark: undefined, answer: undefined },
  // A mark has no length.
  { ...refuses('msg_too_long', NOT_LET), mark: undefined },
  // What does not exist yet cannot be missing.
  { ...refuses('message_not_found', ''), card: undefined, result: undefined, answer: undefined },
  { name: 'too_many_reactions', fault: { error: 'too_many_reactions' }, tries: 1, mark: 'is left out' },
  locksOut('token_revoked'),
  locksOut('invalid_auth')
]

type Call = 'card' | 'result' | 'edit' | 'mark' | 'answer'

/** The faults that can meet a call, each with what becomes of it. */
function cellsOf<C extends Call>(call: C) {
  return SLACK_FAULTS.flatMap(({ fault, options = {}, name, why = '', tries, [call]: outcome }) =>
    outcome === undefined ? [] : [{ name, fault, options, why, tries, outcome }]
  )
}

/** The errors logged when a message is given up. A channel that is closed to the bot is people's own doing. */
const loggedFor = (fault: Fault): string[] =>
  'error' in fault && /^(channel_not_found|not_in_channel|is_archived|restricted_action.*)$/.test(fault.error ?? '')
    ? []
    : ['Slack refuses a message; it will not be posted']

/** Until the test says that it is over. */
const lasting = (fault: Fault): Fault => ({ ...fault, times: 'until cleared' })

const MINUTE_MS = 60_000

// After two seconds.
const SLOW = toldPrivately({
  ana: ['Got it: on its way to *job_8f2*. Its card, or a link to it, will appear here.']
})
const SHOWN_LATE: Seen = { ...WATCHED, told: SLOW }
const NOTHING_SENT: Seen = { ...WATCHED, states: ['dropped'], posts: 0, cards: [], messages: 0 }

it.each(cellsOf('card'))('a card that meets $name: $outcome', async ({ fault, options, outcome, why, tries }) => {
  const isRefused = outcome === 'refused'
  const errors = [...(options.errors ?? []), ...(isRefused ? loggedFor(fault) : [])]
  const journey = await startJourney({ ...options, errors })
  const { slack, agent, command, advance } = journey
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', fault)
  await command('job_8f2 add examples')
  await advance(MINUTE_MS)
  const words = `Not sent to *job_8f2*: ${why}`
  expect(await whatIsSeen(journey)).toEqual(
    isRefused ? { ...NOTHING_SENT, told: toldPrivately({ ana: [words] }) } : SHOWN_LATE
  )
  expect(slack.calls('chat.postMessage')).toHaveLength(tries)
})

it.each([true, false])(
  'a card appears once when Slack’s answer is lost: before a restart, or for good (%s)',
  async isOver => {
    const journey = await startJourney()
    const { slack, agent, command, runDue, restart, advance } = journey
    agent.addJob({ id: 'job_8f2' })
    slack.fail('chat.postMessage', { kind: 'reset after processing' })
    if (!isOver) slack.fail('conversations.history', { status: 503 })
    await command('job_8f2 add examples')
    await runDue()
    if (isOver) await restart()
    await advance(MINUTE_MS)
    expect(await whatIsSeen(journey)).toEqual(SHOWN_LATE)
  }
)

/** Whatever becomes of the card, the outcome is reported in its thread. */
const ENDED: Seen = {
  ...WATCHED,
  states: ['completed'],
  cards: [FINISHED],
  thread: [result('@Ana')],
  messages: 2
}
const DIRECTLY =
  'I couldn’t write in <#C0DOCS>, so here it is: <@U0ANA>, *job_8f2* finished: <https://github.com/example/shop/pull/1|pull request #1> is ready.\n>add examples\ntook 5 s · example/shop on `main`'

const TOLD: Record<Told, Seen> = {
  'appears once': ENDED,
  'told directly': { ...ENDED, thread: [], direct: { ana: [DIRECTLY], ben: [] } },
  'waits for a new token': ENDED
}

it.each(cellsOf('result'))('a result that meets $name: $outcome', async ({ fault, options, outcome, tries }) => {
  const isRefused = outcome === 'told directly'
  const errors = [...(options.errors ?? []), ...(isRefused ? loggedFor(fault) : [])]
  const journey = await startWatching({ ...options, errors })
  const { slack, agent, advance, thread } = journey
  const before = slack.calls('chat.postMessage').length
  const isLocked = outcome === 'waits for a new token'
  slack.fail('chat.postMessage', isLocked ? lasting(fault) : fault)
  agent.finish('job_8f2')
  await advance(MINUTE_MS)
  if (isLocked) {
    expect(thread()).toEqual([])
    slack.clearFaults()
    await advance(2 * MINUTE_MS)
  } else {
    // A direct message is a post as well.
    expect(slack.calls('chat.postMessage')).toHaveLength(before + tries + (isRefused ? 1 : 0))
  }
  expect(await whatIsSeen(journey)).toEqual(TOLD[outcome])
})

it('a result appears once when Slack’s answer is lost and cannot be checked', async () => {
  const journey = await startWatching()
  const { slack, agent, advance } = journey
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.replies', { kind: 'reset before read' })
  agent.finish('job_8f2')
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(ENDED)
})

const UNTIL_FOUND_MS = 7_000

const OLD_CARD: Seen = { ...ENDED, cards: [WORKING] }

it.each(cellsOf('edit'))('an edit of a card that meets $name: $outcome', async ({ fault, options, outcome }) => {
  const journey = await startWatching(options)
  const { slack, agent, advance } = journey
  slack.fail('chat.update', lasting(fault))
  agent.finish('job_8f2')
  await advance(UNTIL_FOUND_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'shows at once' ? ENDED : OLD_CARD)
  if (outcome !== 'is left out') slack.clearFaults()
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'is left out' ? OLD_CARD : ENDED)
})

// The first look at the job is a separate step, which would mark the reply again.
const AFTER_THE_LOOK_MS = 8_000

/** Whatever becomes of the mark, the follow-up goes out, once. */
const SENT: Seen = { ...WATCHED, states: ['watching', 'watching'], posts: 2, thread: ['Ben: shorten it 📨'] }
const UNMARKED: Seen = { ...SENT, thread: ['Ben: shorten it'] }
const MARKED_TWICE: Seen = { ...SENT, thread: ['Ben: shorten it 👀 📨'] }

it.each(cellsOf('mark'))('a mark on a reply that meets $name: $outcome', async ({ fault, options, outcome }) => {
  const journey = await startWatching(options)
  const { slack, reply, advance } = journey
  slack.fail('reactions.add', lasting(fault))
  await reply('shorten it')
  await advance(AFTER_THE_LOOK_MS)
  // A mark that may or may not be there is removed once Slack answers.
  expect(await whatIsSeen(journey)).toEqual(outcome === 'shows at once' ? MARKED_TWICE : UNMARKED)
  if (outcome !== 'is left out') slack.clearFaults()
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'is left out' ? UNMARKED : SENT)
})

it('records each mark once, however long Slack is unreachable', async () => {
  const { slack, database, reply, advance } = await startWatching()
  slack.fail('reactions.add', { error: 'internal_error', times: 'until cleared' })
  await reply('shorten it')
  await advance(10 * MINUTE_MS)
  const [row] = await database.query(`select digest from followup.view where id like '%:mark'`)
  expect(row?.digest).toBe('eyes? incoming_envelope?')
  slack.clearFaults()
})

const help = (...ben: string[]): Seen => ({ ...WATCHED, thread: ['Ben: help'], told: toldPrivately({ ben }) })

const HELP_AT_FIRST = /^\*Steer an agent job/

const ANSWERED: Record<Answered, Seen> = {
  'read once': help(HELP),
  'read twice': help(HELP, HELP),
  'read directly': {
    ...help(),
    direct: { ana: [], ben: [expect.stringMatching(HELP_AT_FIRST)] },
    messages: WATCHED.messages + 1
  },
  'waits for a new token': help(HELP)
}

it.each(cellsOf('answer'))(
  'a private answer that meets $name: $outcome',
  async ({ fault, options, outcome, tries }) => {
    const journey = await startWatching(options)
    const { slack, reply, advance } = journey
    const passes = outcome === 'read once' || outcome === 'read twice'
    slack.fail('chat.postEphemeral', passes ? fault : lasting(fault))
    await reply('help')
    await advance(MINUTE_MS)
    if (outcome === 'waits for a new token') {
      expect(await whatIsSeen(journey)).toEqual(help())
      slack.clearFaults()
      await advance(2 * MINUTE_MS)
    } else {
      expect(slack.calls('chat.postEphemeral')).toHaveLength(outcome === 'read twice' ? 2 : tries)
    }
    expect(await whatIsSeen(journey)).toEqual(ANSWERED[outcome])
  }
)
