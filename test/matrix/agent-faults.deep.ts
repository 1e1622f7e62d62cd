import { expect, it } from 'vitest'
import { type Fault, faultKinds } from '../../sandbox/agent/fault.ts'
import { type Journey, startJourney } from '../support/journey.ts'

/** What becomes of a follow-up whose POST, or the look before it, meets the fault once. */
type Sent = 'delivered' | 'maybe delivered' | 'refused' | 'held, then delivered'
/** What becomes of a watch whose looks meet the fault for a minute. */
type Watched = 'goes on' | 'goes on, and says so' | 'ends: job gone'

type FaultCase = {
  name: string
  fault: Fault
  send: Sent
  read: Sent
  poll: Watched
  /** What people are told of a send that is in doubt, or refused. */
  why?: string
  /** The error that is logged when a follow-up meets it, because the operator has to act. */
  logged?: string[]
}

const answers = (name: string, fault: Fault, send: Sent, read: Sent, poll: Watched): FaultCase => {
  return { name, fault, send, read, poll }
}

const asksToWait = (name: string, retryAfter: string | undefined, poll: Watched) => {
  const fault = { status: 429, ...(retryAfter !== undefined && { retryAfter }) }
  return answers(`429 with ${name}`, fault, 'held, then delivered', 'delivered', poll)
}

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
const AGENT_FAULTS: FaultCase[] = [
  asksToWait('no Retry-After', undefined, 'goes on'),
  asksToWait('seconds', '20', 'goes on, and says so'),
  asksToWait('a date', 'Fri, 20 Nov 2026 14:00:20 GMT', 'goes on, and says so'),
  asksToWait('zero', '0', 'goes on, and says so'),
  asksToWait('a negative number', '-5', 'goes on'),
  asksToWait('nonsense', 'soon', 'goes on'),
  asksToWait('a huge number', '999999999', 'goes on'),
  refuses('400', TOO_LONG, 'the agent can’t take this follow-up. It said: “the prompt is <too> long & odd”.'),
  refuses(
    '400 without words',
    { status: 400, body: '' },
    'the agent can’t take this follow-up. Reword it, then send it again.'
  ),
  refuses('422', { status: 422 }, 'the agent turned this down. It said: “Unprocessable Entity”. Try again later'),
  refusesTheBot('401', { status: 401 }, 'the agent isn’t letting me in right now. Ask whoever runs this bot'),
  refusesTheBot('403', { status: 403 }, 'I’m not allowed to use that job. Ask whoever runs this bot'),
  { ...refuses('404', { status: 404 }, 'there’s no such job here. Check the id'), poll: 'ends: job gone' },
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

it('covers every kind of fault that the stand-in knows', () => {
  const covered = AGENT_FAULTS.flatMap(({ fault }) => ('kind' in fault ? [fault.kind] : []))
  expect(new Set(covered)).toEqual(new Set(faultKinds))
})

/** Of every follow-up. */
const statesIn = async ({ query }: Journey['database']) =>
  (await query(`select coalesce(progress ->> 'how', state) as state from followup.followup`)).map(row => row.state)

const WORK = { id: 'job_8f2', status: 'completed', prLink: null, life: { worksMs: 8_000 } } as const
const LONG_MS = 3 * 3_600_000

type Seen = { state: string; posts: number; delivered: number; words: RegExp }

const FINISHED = /job_8f2\* finished: pull request #1 .* is ready/

/** In the end: the stored state, POSTs made, POSTs processed (if that can be known), the last words. */
const AFTER_A_SEND: Record<Sent, Seen> = {
  delivered: { state: 'completed', posts: 1, delivered: 1, words: FINISHED },
  'held, then delivered': { state: 'completed', posts: 2, delivered: 1, words: FINISHED },
  'maybe delivered': {
    state: 'watching',
    posts: 1,
    delivered: 0,
    words:
      /I’m watching \*job_8f2\* for a sign of it\. Send it again only if it’s safe to do twice\.\n>add examples\n\[Send again\] \[Leave it\]$/
  },
  refused: { state: 'dropped', posts: 1, delivered: 0, words: /@Ana, not delivered: / }
}

it.each(AGENT_FAULTS)('a send that meets $name: $send', async ({ fault, send, why, logged: errors = [] }) => {
  const { agent, slack, channel, database, command, runDue, advance, thread, posts } = await startJourney({ errors })
  agent.addJob(WORK)
  agent.fail('send', fault)
  await command('job_8f2 add examples')
  await runDue()
  const { state, posts: made, delivered, words } = AFTER_A_SEND[send]
  if (send === 'maybe delivered') {
    // Whether it arrived is the service's secret; what people are told is the same.
    await advance(2_000)
  } else {
    await advance(LONG_MS)
    expect(agent.sends()).toHaveLength(delivered)
  }
  expect(await statesIn(database)).toEqual([state])
  expect(posts()).toBe(made)
  expect(slack.messages(channel)).toHaveLength(2)
  expect(thread().at(-1)).toMatch(words)
  if (why !== undefined)
    expect(thread().at(-1)).toContain(`@Ana, ${send === 'refused' ? 'not' : 'maybe'} delivered: ${why}`)
})

const MINUTE_MS = 60_000
const AFTER_A_LOOK: Record<
  Exclude<Sent, 'maybe delivered'>,
  { state: string; postsAtFirst: number; posts: number; words: RegExp }
> = {
  // Nobody knows what the job did before the send. It was seen at work after it, and that run has ended.
  delivered: { state: 'completed', postsAtFirst: 1, posts: 1, words: FINISHED },
  'held, then delivered': { state: 'completed', postsAtFirst: 0, posts: 1, words: FINISHED },
  // The first look comes before the card.
  refused: { state: 'dropped', postsAtFirst: 0, posts: 0, words: /^Not sent to \*job_8f2\*: / }
}

it.each(AGENT_FAULTS)(
  'the look before a send meets $name: $read',
  async ({ fault, read, why = '', logged: errors = [] }) => {
    if (read === 'maybe delivered') throw new Error('A look delivers nothing, so nothing of it can be in doubt')
    const { agent, slack, channel, database, command, runDue, advance, sleep, card, thread, told, posts } =
      await startJourney({ errors })
    agent.addJob(WORK)
    agent.fail('read', { ...fault, times: 'until cleared' })
    await command('job_8f2 add examples')
    await runDue()
    const expected = AFTER_A_LOOK[read]
    expect(posts()).toBe(expected.postsAtFirst)
    if (read === 'held, then delivered')
      expect(card()).toMatch(/⏸ \*job_8f2\* · held\n.*I can’t reach the agent right now/s)
    agent.clearFaults()
    await advance(MINUTE_MS)
    // As long as the service may ask to wait, and as a watch lasts without any work.
    for (const wait of [LONG_MS, LONG_MS, LONG_MS]) await sleep(wait)
    expect(await statesIn(database)).toEqual([expected.state])
    expect(posts()).toBe(expected.posts)
    const isRefused = read === 'refused'
    expect(slack.messages(channel)).toHaveLength(isRefused ? 0 : 2)
    expect(isRefused ? told()[0] : thread().at(-1)).toMatch(expected.words)
    if (errors.length > 0) expect(told()[0]).toContain(why)
    if (isRefused) expect(told()).toEqual([expect.stringMatching(/\n>(?:job_8f2 )?add examples\n\[Open the form\]$/)])
  }
)

it.each(AGENT_FAULTS)('looks that meet $name for a minute: the watch $poll', async ({ fault, poll }) => {
  const { agent, slack, channel, database, command, runDue, advance, sleep, card, thread, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  agent.fail('read', { ...fault, times: 'until cleared' })
  await advance(MINUTE_MS)
  if (poll === 'goes on, and says so') expect(card()).toMatch(/I’ll keep trying\./)
  else expect(card()).not.toMatch(/I’ll keep trying\./)
  agent.clearFaults()
  agent.finish('job_8f2')
  await sleep(3 * 60 * MINUTE_MS)

  const gone = poll === 'ends: job gone'
  expect(await statesIn(database)).toEqual([gone ? 'job gone' : 'completed'])
  expect(posts()).toBe(1)
  expect(slack.messages(channel)).toHaveLength(2)
  expect(thread().at(-1)).toMatch(
    gone ? /I’ve stopped watching \*job_8f2\*: the agent no longer knows this job\./ : FINISHED
  )
})
