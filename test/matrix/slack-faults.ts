import type { Fault } from '../../sandbox/slack/fault.ts'
import type { JourneyOptions } from '../support/journey.ts'

/** What becomes of a message that is to be posted. */
export type Posted = 'appears once' | 'refused'
/** What becomes of a result. */
export type Told = 'appears once' | 'told directly' | 'waits for a new token'
/** What becomes of an edit of a card, or a mark on a reply. What is left out may still show with the next step. */
export type Shown = 'shows at once' | 'shows when it is over' | 'is left out'
/** What becomes of an answer for one person. */
export type Answered = 'read once' | 'read twice' | 'never read' | 'waits for a new token'

/** One fault, and what becomes of each call that meets it. A call is left out where the fault cannot meet it. */
export type SlackFaultCase = {
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
  answer: 'never read'
})

const locksOut = (error: string): SlackFaultCase => ({
  ...refuses(error, NOT_LET),
  options: { errors: ['Slack rejects SLACK_BOT_TOKEN'] },
  result: 'waits for a new token',
  edit: 'shows when it is over',
  mark: 'shows when it is over',
  answer: 'waits for a new token'
})

const NOT_LET = 'Slack won’t let me post here. Tell whoever runs this bot.'
const NOT_MEMBER = 'I’m not in this channel. Type `/invite @Agent Follow-up` here, then send it again.'
const FOR_FEW =
  'only some people may post in this channel, and I’m not one of them. Ask one of them to let me, or send it from another channel.'
const ARCHIVED = 'this channel is archived. Send it from another channel.'

/** Everything that Slack, or anything in between, can do to one of the bot's calls. */
export const SLACK_FAULTS: SlackFaultCase[] = [
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

export type Call = 'card' | 'result' | 'edit' | 'mark' | 'answer'

/** The faults that can meet a call, each with what becomes of it. */
export function cellsOf<C extends Call>(call: C) {
  return SLACK_FAULTS.flatMap(({ fault, options = {}, name, why = '', tries, [call]: outcome }) =>
    outcome === undefined ? [] : [{ name, fault, options, why, tries, outcome }]
  )
}

/** The errors logged when a message is given up. A channel that is closed to the bot is people's own doing. */
export const loggedFor = (fault: Fault): string[] =>
  'error' in fault && /^(channel_not_found|not_in_channel|is_archived|restricted_action.*)$/.test(fault.error ?? '')
    ? []
    : ['Slack refuses a message; it will not be posted']

/** Until the test says that it is over. */
export const lasting = (fault: Fault): Fault => ({ ...fault, times: 'until cleared' })
