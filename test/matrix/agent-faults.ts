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

const refuses = (name: string, fault: Fault) => answers(name, fault, 'refused', 'refused', 'goes on, and says so')

const refusesTheBot = (name: string, fault: Fault): FaultCase => ({
  ...refuses(name, fault),
  logged: ['The agent service refuses requests from this bot']
})

const leavesDoubt = (name: string, fault: Fault) =>
  answers(name, fault, 'maybe delivered', 'held, then delivered', 'goes on, and says so')

const tellsLittle = (name: string, fault: Fault) => answers(name, fault, 'delivered', 'delivered', 'goes on')

/** Everything that the agent service, or anything in between, can do to one request. */
export const AGENT_FAULTS: FaultCase[] = [
  asksToWait('no Retry-After', undefined, 'goes on'),
  asksToWait('seconds', '20', 'goes on, and says so'),
  asksToWait('a date', 'Fri, 20 Nov 2026 14:00:20 GMT', 'goes on, and says so'),
  asksToWait('zero', '0', 'goes on, and says so'),
  asksToWait('a negative number', '-5', 'goes on'),
  asksToWait('nonsense', 'soon', 'goes on'),
  asksToWait('a huge number', '999999999', 'goes on'),
  refuses('400', { status: 400, body: '{"error":"the prompt is empty"}' }),
  refusesTheBot('401', { status: 401 }),
  refusesTheBot('403', { status: 403 }),
  answers('404', { status: 404 }, 'refused', 'refused', 'ends: job gone'),
  refusesTheBot('a redirect', { kind: 'redirect' }),
  leavesDoubt('303', { kind: 'redirect', status: 303 }),
  leavesDoubt('408', { status: 408 }),
  leavesDoubt('409', { status: 409 }),
  leavesDoubt('425', { status: 425 }),
  leavesDoubt('500', { status: 500 }),
  leavesDoubt('500 after it was taken', { status: 500, processed: true }),
  leavesDoubt('502 in HTML', { kind: 'html 502' }),
  leavesDoubt('503 with Retry-After', { status: 503, retryAfter: '5' }),
  leavesDoubt('malformed JSON', { kind: 'malformed json' }),
  leavesDoubt('an empty 200', { kind: 'empty 200' }),
  leavesDoubt('a 200 without a record', { status: 200, body: '{}' }),
  leavesDoubt('a 200 with an error', { status: 200, body: '{"error":"try again"}' }),
  leavesDoubt('a record of another job', { kind: 'other job' }),
  leavesDoubt('a page instead of JSON', { kind: 'html 200' }),
  leavesDoubt('a body over 1 MB', { kind: 'huge body', bytes: 2_000_000 }),
  leavesDoubt('slow headers', { kind: 'slow headers', delayMs: 5_000 }),
  leavesDoubt('a slow body', { kind: 'slow body', delayMs: 5_000 }),
  leavesDoubt('no answer', { kind: 'hang' }),
  leavesDoubt('a reset before it is read', { kind: 'reset before read' }),
  leavesDoubt('a reset after it was taken', { kind: 'reset after processing' }),
  leavesDoubt('an answer cut in the middle', { kind: 'cut mid-body' }),
  tellsLittle('a record of another shape', { kind: 'wrong shape' }),
  tellsLittle('a record without status', { kind: 'missing status' }),
  tellsLittle('an unknown status', { kind: 'unknown status', value: 'pondering' })
]
