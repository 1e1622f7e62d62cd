import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { type JourneyOptions, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const BOT = '<@U0AGENTBOT>'
const PULL = 'https://github.com/example/shop/pull/1'
const TOO_LATE = 'Too late for that button: something has changed since. The card shows where things stand.'
const WORKS = { worksMs: 10_000 }

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
  expect(thread()[0]).toMatch(unclear('There has been no clear sign for 10 minutes that the agent got this.'))
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
  [
    'ten minutes without a sign',
    11 * MINUTE,
    ENDED,
    'there has been no clear sign for 10 minutes that the agent got this',
    '14:11'
  ],
  ['two weeks', 14 * 1_440 * MINUTE, { status: 'active', life: undefined }, 'it didn’t finish within 14 days', '14:00']
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
    `bot: @Ana, this was tried again · @Ana ${at}.`
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
  expect(thread()[0]).toMatch(/Left as it is · @Ana 14:11 · there has been no clear sign.*\n\[Send again\]$/)
  expect(card()).toMatch(/^🔕 \*job_8f2\* · maybe delivered, no longer watched\n/)
  expect(await command('list')).not.toContain('needs you')
  expect(await database.query(`select user_id from followup.audit where act = 'dismissed'`)).toEqual([{ user_id: ana }])
})

const REFUSES = ['The agent service refuses requests from this bot']

/** Ben's reply may have arrived, and Ana sends it again. */
async function startSecondTry(options: JourneyOptions, fault?: Fault, files = 0) {
  const journey = await startWatching(options)
  const { agent, ben, reply, find, press, advance } = journey
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.fail('send', { kind: 'reset after processing' })
  const { ts } = await reply('drop the tables', { by: ben, files })
  await advance(5_000)
  if (fault) agent.fail('send', fault)
  await press('send-again', { on: find('maybe delivered:') })
  await advance(5_000)
  return { ...journey, ts }
}

it('says of a second try that is refused that the first may have arrived', async () => {
  const { thread, command } = await startSecondTry({ errors: REFUSES }, { status: 403 })
  expect(thread().at(-1)).toMatch(/^bot: @Ben, maybe delivered, but not sent again: I’m not allowed to use that job\. /)
  expect(await command('status job_8f2')).toContain('❌ maybe delivered, but not sent again')
})

it('says of a second try that is cancelled that there was a first', async () => {
  const { ben, press, find, advance, thread } = await startSecondTry({ hourlyLimit: 2 })
  await press('cancel', { on: find('Not sent again yet'), by: ben })
  await advance(5_000)
  expect(thread().at(-1)).toContain('A follow-up was cancelled before it was sent again · @Ben')
})

type Change = (journey: Awaited<ReturnType<typeof startSecondTry>>) => Promise<unknown>

it.each<[string, Change]>([
  ['is edited', ({ edit, ts }) => edit(ts, 'drop the tables!')],
  ['lost its file', ({ slack, channel, ts }) => slack.removeFiles({ channel, messageTs: ts })]
])('says so, too, if the message of a second try %s before that is refused', async (_, change) => {
  const journey = await startSecondTry({ errors: REFUSES, hourlyLimit: 2 }, undefined, 1)
  const { agent, advance, sleep, thread, sent } = journey
  await change(journey)
  await advance(5_000)
  agent.fail('send', { status: 403 })
  await sleep(61 * MINUTE)
  await advance(MINUTE)
  expect(thread().at(-1)).toMatch(/^bot: @Ben, maybe delivered, but not sent again: I’m not allowed to use that job\. /)
  expect(sent()).toEqual(['add examples', 'drop the tables'])
})

it('says of a second try behind what is held that it is not sent again yet', async () => {
  const { agent, ben, reply, tell, find, press, advance, command } = await startWatching({ hourlyLimit: 2 })
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.fail('send', { kind: 'reset after processing' })
  await reply('drop the tables', { by: ben })
  await advance(5_000)
  await tell('shorten it')
  await press('send-again', { on: find('maybe delivered:') })
  expect(await command('status job_8f2')).toContain('⏳ not sent again yet')
})

it('does not send a second try whose message is deleted', async () => {
  const refusals = ['reactions.remove message_not_found']
  const { ts, remove, sleep, advance, command, sent } = await startSecondTry({ hourlyLimit: 2, refusals })
  await remove(ts)
  expect(await command('status job_8f2')).toMatch(/🚫 maybe delivered, but not sent again.*\ntaken back · @Ben/)
  await sleep(61 * MINUTE)
  await advance(MINUTE)
  expect(sent()).toEqual(['add examples', 'drop the tables'])
})

it('says directly, once the card is deleted, that a second try is not sent', async () => {
  const refusals = ['chat.update cant_update_message']
  const { ben, remove, cardTs, direct } = await startSecondTry({ hourlyLimit: 2, refusals })
  await remove(cardTs())
  expect(direct(ben).join()).toContain('Not sent again to *job_8f2*: ')
})

it('says that what is tried again was not delivered, though it had been sent again before', async () => {
  const { agent, ben, press, find, advance, thread } = await startSecondTry({ errors: REFUSES })
  agent.failJob('job_8f2')
  await advance(MINUTE)
  agent.fail('send', { status: 403 })
  await press('try-again', { on: find('failed.'), by: ben })
  await advance(MINUTE)
  expect(thread().at(-1)).toMatch(/^bot: @Ben, not delivered: I’m not allowed to use that job\. /)
})

it.each<[string, string, JourneyOptions, (Fault | 'cancelled')?]>([
  ['that waits', 'drop the views', { hourlyLimit: 2 }],
  ['that was cancelled', 'drop the views', { hourlyLimit: 2 }, 'cancelled'],
  ['that was refused', 'drop the views', { errors: REFUSES }, { status: 403 }],
  ['that was refused, with the same words', `${BOT} drop the tables`, { errors: REFUSES }, { status: 403 }]
])('gives back an edit of a second try %s, as the first may have arrived', async (_, words, options, end) => {
  const fault = end === 'cancelled' ? undefined : end
  const { ben, press, find, edit, ts, sleep, advance, told, sent } = await startSecondTry(options, fault)
  if (end === 'cancelled') await press('cancel', { on: find('Not sent again yet'), by: ben })
  const first = sent()
  await edit(ts, words)
  expect(told(ben)).toEqual([expect.stringMatching(/^Not sent: the agent may already have your earlier words\./)])
  await sleep(61 * MINUTE)
  await advance(MINUTE)
  expect(sent()).toEqual(end ? first : [...first, 'drop the tables'])
})

it.each<[string, JourneyOptions, RegExp[], Fault?]>([
  ['waits', { hourlyLimit: 2 }, [/^Not sent: the agent may already have your earlier words, without build\.log\./]],
  ['was refused', { errors: REFUSES }, [], { status: 403 }]
])(
  'sends nothing once more when Slack tells of the message of one that %s again, with its file',
  async (_, options, hears, fault) => {
    const { agent, slack, channel, ben, press, find, advance, told, later } = await startWatching(options)
    agent.finish('job_8f2', { prLink: null })
    await advance(MINUTE)
    slack.hold()
    await slack.say({
      user: ben,
      channel,
      text: `${BOT} job_8f2 fix it`,
      files: [{ name: 'build.log', content: 'oops' }]
    })
    await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
    agent.fail('send', { kind: 'reset after processing' })
    await advance(5_000)
    if (fault) agent.fail('send', fault)
    await press('send-again', { on: find('maybe delivered:') })
    await advance(5_000)
    const heard = told(ben).length
    await slack.release()
    await advance(5_000)
    expect([later(), told(ben).slice(heard)]).toEqual([['fix it'], hears.map(words => expect.stringMatching(words))])
  }
)
