import type { Fault } from '../../sandbox/agent/fault.ts'

/** What becomes of an instruction whose POST, or the look before it, meets the fault once. */
export type Sent = 'delivered' | 'maybe delivered' | 'refused' | 'held, then delivered'
/** What becomes of a watch whose looks meet the fault for a minute. */
export type Watched = 'goes on' | 'goes on, and says so' | 'ends: job gone'

export type FaultCase = {
  name: string
  fault: Fault
  send: Sent
  read: Sent
  poll: Watched
  /** What people are told of a send that is in doubt, or refused. */
  why?: string
  /** The error that is logged when an instruction meets it, because the operator has to act. */
  logged?: string[]
}

const answers = (name: string, fault: Fault, send: Sent, read: Sent, poll: Watched): FaultCase => ({
  name,
  fault,
  send,
  read,
  poll
})

const asksToWait = (name: string, retryAfter: string | undefined, poll: Watched): FaultCase => ({
  name: `429 with ${name}`,
  fault: { status: 429, ...(retryAfter !== undefined && { retryAfter }) },
  send: 'held, then delivered',
  read: 'delivered',
  poll
})

const refuses = (name: string, fault: Fault, why: string): FaultCase => ({
  ...answers(name, fault, 'refused', 'refused', 'goes on, and says so'),
  why
})

const refusesTheBot = (name: string, fault: Fault, why: string): FaultCase => ({
  ...refuses(name, fault, why),
  logged: ['The agent service refuses requests from this bot']
})

const leavesDoubt = (name: string, fault: Fault, why: string): FaultCase => ({
  ...answers(name, fault, 'maybe delivered', 'held, then delivered', 'goes on, and says so'),
  why
})

const tellsLittle = (name: string, fault: Fault) => answers(name, fault, 'delivered', 'delivered', 'goes on')

const TOO_SLOW = 'the agent didn’t answer in time'
const CUT_OFF = 'the connection broke before the agent answered'
const SERVER_ERROR = 'the agent answered with an error'
const UNREADABLE = 'I couldn’t make sense of the agent’s answer'
const TOO_LONG = { status: 400, body: '{"error":"the prompt is <too> long & odd"}' }

/** Everything that the agent service, or anything in between, can do to one request. */
export const AGENT_FAULTS: FaultCase[] = [
  asksToWait('no Retry-After', undefined, 'goes on'),
  asksToWait('seconds', '20', 'goes on, and says so'),
  asksToWait('a date', 'Fri, 20 Nov 2026 14:00:20 GMT', 'goes on, and says so'),
  asksToWait('zero', '0', 'goes on, and says so'),
  asksToWait('a negative number', '-5', 'goes on'),
  asksToWait('nonsense', 'soon', 'goes on'),
  asksToWait('a huge number', '999999999', 'goes on'),
  refuses('400', TOO_LONG, 'the agent can’t take this instruction. It said: “the prompt is <too> long & odd”.'),
  refuses('400 without words', { status: 400, body: '' }, 'the agent can’t take this instruction. Change it'),
  refuses('422', { status: 422 }, 'the agent turned this down. It said: “Unprocessable Entity”. Try again later'),
  refusesTheBot('401', { status: 401 }, 'the agent isn’t letting me in right now. Ask whoever runs this bot'),
  refusesTheBot('403', { status: 403 }, 'I’m not allowed to use that job. Ask whoever runs this bot'),
  { ...refuses('404', { status: 404 }, 'there’s no job *job_8f2* here. Check the id'), poll: 'ends: job gone' },
  refusesTheBot('a redirect', { kind: 'redirect' }, 'the agent has moved, and I don’t know where. Ask'),
  leavesDoubt('303', { kind: 'redirect', status: 303 }, UNREADABLE),
  leavesDoubt('408', { status: 408 }, SERVER_ERROR),
  leavesDoubt('409', { status: 409 }, SERVER_ERROR),
  leavesDoubt('425', { status: 425 }, SERVER_ERROR),
  leavesDoubt('500', { status: 500 }, SERVER_ERROR),
  leavesDoubt('500 after it was taken', { status: 500, processed: true }, SERVER_ERROR),
  leavesDoubt('502 in HTML', { kind: 'html 502' }, SERVER_ERROR),
  leavesDoubt('503 with Retry-After', { status: 503, retryAfter: '5' }, SERVER_ERROR),
  leavesDoubt('malformed JSON', { kind: 'malformed json' }, UNREADABLE),
  leavesDoubt('an empty 200', { kind: 'empty 200' }, UNREADABLE),
  leavesDoubt('a 200 without a record', { status: 200, body: '{}' }, UNREADABLE),
  leavesDoubt('a 200 with an error', { status: 200, body: '{"error":"try again"}' }, UNREADABLE),
  leavesDoubt('a record of another job', { kind: 'other job' }, UNREADABLE),
  leavesDoubt('a page instead of JSON', { kind: 'html 200' }, UNREADABLE),
  leavesDoubt('a body over 1 MB', { kind: 'huge body', bytes: 2_000_000 }, UNREADABLE),
  leavesDoubt('slow headers', { kind: 'slow headers', delayMs: 5_000 }, TOO_SLOW),
  leavesDoubt('a slow body', { kind: 'slow body', delayMs: 5_000 }, TOO_SLOW),
  leavesDoubt('no answer', { kind: 'hang' }, TOO_SLOW),
  leavesDoubt('a reset before it is read', { kind: 'reset before read' }, CUT_OFF),
  leavesDoubt('a reset after it was taken', { kind: 'reset after processing' }, CUT_OFF),
  leavesDoubt('an answer cut in the middle', { kind: 'cut mid-body' }, CUT_OFF),
  tellsLittle('a record of another shape', { kind: 'wrong shape' }),
  tellsLittle('a record without status', { kind: 'missing status' }),
  tellsLittle('an unknown status', { kind: 'unknown status', value: 'pondering' })
]
