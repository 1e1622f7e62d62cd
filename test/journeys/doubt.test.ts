import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { type Journey, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const PULL = 'https://github.com/example/shop/pull/1'
const PULL_2 = 'https://github.com/example/shop/pull/2'
const TOO_LATE = 'Too late for that button: something has changed since. The card shows where things stand.'
const WORKS = { worksMs: 10_000 }
const NO_LINK = { ...WORKS, pullRequest: false } as const

/** Nobody knows whether Ana's follow-up arrived. */
async function startInDoubt(fault: Fault, job: Partial<NewJob> = { life: WORKS }) {
  const journey = await startWithJob({}, job)
  journey.agent.fail('send', fault)
  await journey.type('job_8f2 add examples')
  return journey
}

const unclear = (line: string) => `bot: It was unclear whether *job_8f2* got this.\n>add examples\n— ${line}`
const FINISHED = `bot, also in #docs: @Ana, *job_8f2* finished: pull request #1 (${PULL}) is ready.\n>add examples\n[View pull request #1 → ${PULL}]\n— took 20 s · example/shop on \`main\``

it('turns doubt into a result when the job works on it', async () => {
  const { advance, thread, card, posts } = await startInDoubt({ kind: 'reset after processing' })
  await advance(MINUTE)
  expect(thread()).toEqual([unclear('It did: the result is in this thread.'), FINISHED])
  expect([card(), posts()]).toEqual([expect.stringMatching(/^✅ \*job_8f2\* · ready for review/), 1])
})

it('takes no run for a sign of it that was under way before', async () => {
  const { agent, advance, thread } = await startInDoubt({ kind: 'reset before read' }, { status: 'active' })
  await advance(MINUTE)
  agent.finish('job_8f2')
  await advance(11 * MINUTE)
  expect(thread()[0]).toMatch(unclear('I’ve seen no clear sign that the agent got this.'))
})

it('sends again when a person says so on the notice or the card, once however often they press', async () => {
  const journey = await startInDoubt({ status: 500 })
  const { agent, slack, channel, find, press, pressAndHear, advance, thread, card, posts } = journey
  expect(card()).toContain('— The agent answered with an error. Send it again only if it’s safe to do twice.\n')
  expect(card()).toContain('[Send again] [Leave it] [🔔 Tell me]')
  const notice = find('maybe delivered:')
  await press('send-again', { by: 'U0BEN' })
  // Two people press before either sees the other's press.
  expect(await pressAndHear('send-again', { on: notice })).toBe(TOO_LATE)
  await advance(2_000)
  expect(thread()).toEqual([unclear('Tried again · @Ben 14:00')])
  expect(slack.message(channel, notice)?.text).not.toContain('Send again')
  expect(card()).not.toContain('Send again')
  await advance(MINUTE)
  expect(thread()).toEqual([unclear('Tried again · @Ben 14:00'), FINISHED])
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('calls no pull request new that was there before, though it was sent again while the job worked', async () => {
  const job = { status: 'completed', prLink: PULL, life: { worksMs: 5 * MINUTE } }
  const { agent, press, advance, thread } = await startInDoubt({ kind: 'reset after processing' }, job)
  await advance(20_000)
  await press('send-again')
  await advance(20_000)
  agent.finish('job_8f2', { prLink: PULL })
  await advance(MINUTE)
  expect(thread().at(-1)).toMatch(/@Ana, \*job_8f2\* finished, still on pull request #1 /)
})

const othersSetToWork = (agent: StandInAgent) => agent.setJob('job_8f2', { status: 'active', prLink: null })

/** Long after its first result something happens to the job; then it is told more, and ends with the same link. */
async function finishTwice({ agent, advance, tell }: Journey, prLink: string, happens: (agent: StandInAgent) => void) {
  agent.finish('job_8f2', { prLink })
  await advance(15 * MINUTE)
  happens(agent)
  await advance(MINUTE)
  await tell('shorten it')
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink })
  await advance(2 * MINUTE)
}

it.each<[string, (agent: StandInAgent) => void]>([
  ['somebody else has set its job to work', othersSetToWork],
  ['its job could not be read', agent => agent.fail('read', { status: 429, retryAfter: '20' })]
])('calls no pull request new that was told of long before, when %s', async (_, happens) => {
  const journey = await startWatching()
  await journey.advance(20_000)
  await finishTwice(journey, PULL, happens)
  expect(journey.thread().at(-1)).toMatch(/^bot: @\w+, \*job_8f2\* finished, still on pull request #1 /)
})

it('calls no pull request new that was told of after one in doubt was sent again', async () => {
  const journey = await startInDoubt({ status: 500 }, { prLink: PULL })
  await journey.advance(20_000)
  await journey.press('send-again')
  await journey.advance(30_000)
  await finishTwice(journey, PULL_2, othersSetToWork)
  expect(journey.thread().at(-1)).toMatch(/^bot: @\w+, \*job_8f2\* finished, still on pull request #2 /)
})

it('calls no pull request new that was told of before a run that left none', async () => {
  const { agent, tell, advance, thread } = await startWatching()
  const finish = async (prLink: string | null) => {
    await advance(MINUTE)
    agent.finish('job_8f2', { prLink })
    await advance(2 * MINUTE)
  }
  const workOn = () => agent.setJob('job_8f2', { status: 'active', prLink: null })
  await finish(PULL)
  workOn()
  await tell('shorten it')
  await finish(null)
  workOn()
  await finish(PULL)
  expect(thread().at(-1)).toMatch(/ \*job_8f2\* finished again, still on pull request #1 /)
})

it('says that a follow-up arrived if Slack shows its doubt only after that', async () => {
  const { agent, slack, advance, command, runDue, direct, thread } = await startWithJob({}, { life: NO_LINK })
  agent.fail('send', { kind: 'reset after processing' })
  await command('job_8f2 add examples')
  await runDue()
  slack.fail('chat.postMessage', { error: 'ratelimited', retryAfterS: 120, times: 1 })
  await advance(50_000)
  agent.setJob('job_8f2', { status: 'active' })
  await advance(2 * MINUTE)
  expect([thread()[0], direct()]).toEqual([unclear('It did: the result is in this thread.'), []])
})

it('leaves it when a person says so, and warns only while a person has to decide', async () => {
  const { agent, find, tell, press, advance, thread, card, marks, posts } = await startWatching()
  agent.fail('send', { status: 500 })
  const ts = await tell('shorten it')
  expect(marks(ts)).toBe('⚠️')
  await press('leave-it', { on: find('maybe delivered:') })
  await advance(3_000)
  expect(marks(ts)).toBe('👀')
  expect(thread()[1]).toBe(unclear('Left as it is · @Ana 14:00').replace('add examples', 'shorten it'))
  expect(card()).toMatch(/^⏳ \*job_8f2\* · working\n>add examples\n— ⏳ “shorten it”/)
  expect(posts()).toBe(2)
})

it('says on the card what the job does after a send in doubt, and shows what came after one that was left', async () => {
  const { agent, find, tell, press, advance, card } = await startWatching()
  const finish = async () => {
    agent.finish('job_8f2')
    await advance(MINUTE)
  }
  agent.fail('send', { status: 500 })
  await tell('shorten it')
  // What was seen before the send says nothing about it.
  expect(card()).toContain('needs you: maybe delivered\n>add examples\n')
  await finish()
  expect(card()).toContain('\nThe job itself is idle.\n')
  await press('leave-it', { on: find('maybe delivered:') })
  await tell('lengthen it')
  await advance(10_000)
  await finish()
  expect(card()).toMatch(/^✅ \*job_8f2\* · ready for review/)
})

it.each<[string, Fault]>([
  ['too often', { status: 429, retryAfter: '2', times: 3 }],
  ['without a status', { kind: 'missing status', times: 2 }],
  ['with an unknown one', { kind: 'unknown status', value: 'running', times: 2 }]
])('does not take a run for a sign where the look before the send was answered %s', async (_, fault) => {
  const { agent, type, advance, thread, card, sent } = await startWithJob({}, { status: 'active' })
  agent.fail('read', fault)
  agent.fail('send', { kind: 'reset before read' })
  await type('job_8f2 add examples')
  await advance(MINUTE)
  agent.finish('job_8f2')
  await advance(12 * MINUTE)
  expect(sent()).toEqual([])
  expect(thread().join()).not.toContain('It did')
  expect(card()).toMatch(/^⚠️/)
})

it.each([
  ['✅', 'finish', 'failJob'],
  ['❌', 'failJob', 'finish']
] as const)('leaves the %s of what had ended, whatever comes of a later send in doubt', async (mark, first, then) => {
  const { agent, tell, advance, marks } = await startWatching()
  const ts = await tell('and shorten it')
  agent[first]('job_8f2')
  await advance(MINUTE)
  expect(marks(ts)).toBe(mark)
  agent.fail('send', { kind: 'reset after processing' })
  await tell('then only fix the typo')
  await advance(15_000)
  agent[then]('job_8f2')
  await advance(2 * MINUTE)
  expect(marks(ts)).toBe(mark)
})

const AGAIN = 'The agent may have the follow-up. If you still want it, press *Send again* above.\n>add examples'
const ENDED = { status: 'completed', prLink: 'https://github.com/example/shop/pull/0', life: WORKS }
const asSentence = (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`

it.each([
  ['ten minutes without a sign', 11 * MINUTE, ENDED, 'I’ve seen no clear sign that the agent got this', '14:11'],
  [
    'two weeks',
    14 * 1_440 * MINUTE,
    { status: 'active', life: undefined },
    'I haven’t seen it finish within 14 days',
    '14:00'
  ]
])('stops watching after %s, and still offers to send it again once', async (_, ms, job, why, at) => {
  const journey = await startInDoubt({ kind: 'hang' }, job)
  const { agent, command, find, press, pressAndHear, advance, sleep, thread, card, posts } = journey
  await sleep(ms)
  await advance(2_000)
  const told = `bot: @Ana, I’ve stopped watching *job_8f2*: ${why}. ${AGAIN}`
  expect(thread()).toEqual([`${unclear(asSentence(why))}\n[Send again] [Leave it]`, told])
  expect(card()).toMatch(
    /^⚠️ \*job_8f2\* · needs you: maybe delivered, no longer watched\n[\s\S]*\n\[Send again\] \[Leave it\]/
  )
  expect(await command('list')).toContain('⚠️ needs you: maybe delivered, no longer watched · *job_8f2*')
  const on = find('It was unclear')
  await press('send-again', { on })
  expect(await pressAndHear('send-again', { on })).toBe(TOO_LATE)
  await advance(MINUTE)
  expect(thread().slice(0, 2)).toEqual([
    unclear(`Tried again · @Ana ${at}`),
    `bot: @Ana, this was tried again by @Ana at ${at}.`
  ])
  if (job.life) expect(thread()[2]).toContain('*job_8f2* finished, now on pull request #1')
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('leaves it, too, once nobody looks for a sign of it any more', async () => {
  const { ana, database, command, find, press, advance, sleep, thread, card } = await startInDoubt(
    { kind: 'hang' },
    ENDED
  )
  await sleep(11 * MINUTE)
  await advance(2_000)
  await press('leave-it', { on: find('It was unclear') })
  await advance(3_000)
  expect(thread()[0]).toMatch(/Left as it is · @Ana 14:11 · I’ve seen no clear sign.*\n\[Send again\]$/)
  expect(card()).toMatch(/^🔕 \*job_8f2\* · maybe delivered, no longer watched\n/)
  expect(await command('list')).not.toContain('needs you')
  expect(await database.query(`select user_id from followup.audit where act = 'dismissed'`)).toEqual([{ user_id: ana }])
})
