import { describe, expect, it } from 'vitest'
import { type Journey, startJourney, startWatching, startWithJob } from '../support/journey.ts'
import { BUTTONS, finish, startWithWaiting } from '../support/waiting-reply.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNTIL_IDLE = '⏰ waiting until the job is idle'
const STARTS_LATE = { startsLateMs: 40_000, worksMs: MINUTE, ends: 'completed' } as const

it.each([
  [
    'send-now',
    ['run the tests'],
    ' 📨',
    'No longer waiting. The card shows where it stands.\n>run the tests\n— Send now pressed · @Ana 14:00'
  ],
  ['cancel', [], '', 'Cancelled before it was sent · @Ana 14:00\n>run the tests']
])('a press of %s on what waits counts once, and says whose it was', async (action, sent, mark, words) => {
  const journey = await startWithWaiting()
  const { press, pressAndHear, find, advance, later, thread } = journey
  const on = find('Not sent yet:')
  await press(action, { on })
  expect(await pressAndHear(action, { on })).toMatch(/^Too late for that button/)
  await advance(2_000)
  expect(thread()).toEqual([`Ben: when idle: run the tests${mark}`, `bot: ${words}`])
  await finish(journey)
  expect(later()).toEqual(sent)
})

it('says who had a command sent that waited, on its own card and under the work that is under way', async () => {
  const { job, ben, type, press, advance, card, thread, later } = await startWatching()
  await type('job_8f2 when idle: run the tests')
  expect(card()).toContain('⏳ *job_8f2* · working\n>add examples')
  expect(card()).toContain(`${UNTIL_IDLE} · “run the tests”\n${BUTTONS}`)
  await press('send-now', { value: 'f_2' })
  await advance(2_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread()).toEqual(['bot: Follow-up from @Ana:\n>run the tests\n— Send now pressed · @Ana 14:00'])
  job('job_c90', { status: 'active' })
  await type('job_c90 when idle: check the links')
  await press('send-now', { by: ben })
  await advance(2_000)
  expect([later().at(-1), card()]).toEqual([
    'check the links',
    expect.stringContaining('— Send now pressed · @Ben 14:00')
  ])
})

it('takes an edit of what waits: its words, when it goes out, from the edit on, or that it is for now', async () => {
  const { ben, ts, edit, sleep, thread, later, told } = await startWithWaiting()
  const waits = (until: string) => `bot: Not sent yet: waiting until ${until}.\n>run all tests\n${BUTTONS}`
  const rows = [
    ['when idle: run all tests', 'the job is idle'],
    ['at 18:00: run all tests', '2026-11-20 17:00'],
    ['in 2 days: run all tests', '2026-11-22 14:00']
  ]
  for (const [words, until = ''] of rows) {
    await edit(ts, words ?? '')
    expect(thread().at(-1)).toBe(waits(until))
  }
  // It is nine in the morning where Ben is, an hour ahead of UTC.
  await sleep(18 * HOUR)
  await edit(ts, 'today at 10: run all tests')
  expect(thread().at(-1)).toBe(waits('2026-11-21 09:00'))
  await edit(ts, 'in 9 days: run all tests')
  const refused = 'Not sent: I can keep a follow-up for 7 days at most.\n>in 9 days: run all tests\n[Open the form]'
  expect([told(ben), later()]).toEqual([[refused], []])
  await edit(ts, 'run all tests')
  expect([later(), thread()[0]]).toEqual([['run all tests'], 'Ben: run all tests 📨'])
})

it.each([
  ['is deleted', 'reactions.remove message_not_found', []],
  ['is under a card that is deleted', 'chat.update cant_update_message', [/^Not sent to \*job_8f2\*: the job’s card/]]
])('sends nothing that waits and %s', async (what, refusal, told) => {
  const journey = await startWithWaiting(undefined, [refusal])
  await journey.remove(what === 'is deleted' ? journey.ts : journey.cardTs())
  await finish(journey)
  expect(journey.later()).toEqual([])
  expect(journey.direct(journey.ben)).toEqual(told.map(words => expect.stringMatching(words)))
})

it('lets what is written later go out meanwhile, and waits for that too', async () => {
  const journey = await startWithWaiting()
  await journey.tell('and shorten it')
  expect(journey.later()).toEqual(['and shorten it'])
  await finish(journey)
  expect(journey.later()).toEqual(['and shorten it', 'run the tests'])
})

it('sends what is for the same time in the order it was written, and what is written later meanwhile', async () => {
  const { database, reply, tell, advance, sleep, later } = await startWatching()
  for (const words of ['one', 'two', 'three']) await reply(`job_8f2 at 16:00: ${words}`)
  await tell('job_8f2 now')
  expect(later()).toEqual(['now'])
  // Whoever comes first lets all of them go.
  await database.query(
    `delete from followup.task where data ->> 'followupId' = (select id from followup.followup where prompt = 'one')`
  )
  await sleep(HOUR)
  await advance(3_000)
  expect(later()).toEqual(['now', 'one', 'two', 'three'])
})

it('sends what waited although the bot was off for seven days, if the job is idle', async () => {
  const { agent, pass, restart, advance, later } = await startWithWaiting()
  agent.finish('job_8f2', { prLink: null })
  await pass(7 * DAY)
  await restart()
  await advance(5 * MINUTE)
  expect(later()).toEqual(['run the tests'])
})

it.each([
  ['fails for a while', { status: 500, times: 4 }],
  ['is refused once', { status: 404, times: 1 }],
  ['is refused for a while', { status: 401, times: 3 }]
])('waits through a restart, although looking at the busy job %s', async (_, fault) => {
  const journey = await startWithWaiting()
  await journey.restart()
  journey.agent.fail('read', { ...fault, jobId: 'job_8f2' })
  await journey.advance(5 * MINUTE)
  expect(journey.later()).toEqual([])
  await finish(journey)
  expect(journey.later()).toEqual(['run the tests'])
})

it('waits for work that was sent and not seen to begin yet', async () => {
  const { agent, tell, advance, later, thread } = await startWatching({}, { life: { ...STARTS_LATE, worksMs: 20_000 } })
  await tell('when idle: run the tests')
  await advance(30_000)
  expect(later()).toEqual([])
  await advance(MINUTE)
  expect(later()).toEqual(['run the tests'])
  expect(thread().filter(line => line.includes('finished'))).toHaveLength(1)
  expect(agent.sends()).toHaveLength(2)
})

it('gives a follow-up back after a week in which the job was never idle', async () => {
  const { command, runDue, sleep, thread, posts } = await startWithJob({}, { status: 'active' })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  for (let day = 0; day < 7; day++) await sleep(DAY)
  await sleep(MINUTE)
  expect(thread()).toEqual([
    'bot: @Ana, not delivered: the job was never idle in 7 days, so I stopped waiting. Send it again if you still want it.\n>run the tests\n[Open the form]'
  ])
  expect(posts()).toBe(0)
})

it.each<[string, string, (journey: Journey) => Promise<void>, RegExp]>([
  [
    'is for a time at which the bot was off for days',
    'in 1 hour: run the tests',
    async ({ restart, sleep }) => {
      await restart()
      await sleep(3 * DAY)
    },
    /^bot: @Ben, not delivered: I couldn’t send this within a day/
  ],
  [
    'waits for a job that is then gone',
    'when idle: run the tests',
    async ({ agent, advance }) => {
      agent.fail('read', { status: 404, times: 3 })
      await advance(5 * MINUTE)
    },
    /^bot: @Ben, not delivered: there’s no such job here/
  ]
])('does not send what %s, and says so', async (_, words, happens, told) => {
  const journey = await startWatching()
  await journey.tell(words)
  await happens(journey)
  await journey.advance(2_000)
  expect([journey.later(), journey.thread().at(-1)]).toEqual([[], expect.stringMatching(told)])
})

describe('what waits is shown', () => {
  it('on the card, in the status, in the list and at home, and how many there are', async () => {
    const { ana, reply, tell, type, command, openHome, home, advance, press, card, find } = await startWatching()
    await reply('when idle: run the tests')
    await reply('when idle: and the linter')
    await tell('at 18:00: shorten it')
    expect(card()).toContain('— ⏰ “run the tests” · @Ben · waiting until the job is idle\n⏰ “and the linter”')
    const status = await command('status job_8f2')
    expect(status).toContain(`${UNTIL_IDLE}\n“run the tests” · @Ben`)
    await press('cancel', { on: find('>shorten it') })
    await openHome(ana)
    await type('job_8f2 when idle: check the links')
    await advance(10_000)
    expect(card()).toContain('🚫 “shorten it” · @Ben · 2026-11-20 14:00 · cancelled before it was sent · @Ana 14:00')
    expect(home()).toMatch(/waiting until the job is idle[\s\S]*check the links[\s\S]*\[Send now\]/)
  })

  it('in the order in which it goes out', async () => {
    const { type, card } = await startWithJob({}, { status: 'active' })
    for (const words of ['at 20:00: last', 'at 18:00: first', 'at 19:00: second']) await type(`job_8f2 ${words}`)
    // The title stays that of the first follow-up.
    expect(card().match(/\b(?:first|second|last)\b/g)).toEqual(['last', 'first', 'second', 'last'])
  })

  it('on its own card and at home while what another thread has sent is at work', async () => {
    const { slack, ana, job, type, openHome, home, advance, card } = await startJourney()
    const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana] }).id
    job('job_8f2', { life: { ...STARTS_LATE, worksMs: 5 * MINUTE } })
    await openHome()
    await type('job_8f2 add examples', { channel })
    await type('job_8f2 when idle: run the tests')
    await advance(10_000)
    expect(card()).toContain('⏰ *job_8f2* · waiting until the job is idle\n>run the tests')
    await advance(50_000)
    expect(card()).toContain('waiting until the job is idle\n>run the tests')
    expect(home()).toContain('waiting until the job is idle')
  })
})
