import { expect, it } from 'vitest'
import { startJourney, startWatching, startWithJob } from '../support/journey.ts'
import { BUTTONS, finish, startWithWaiting, WAITS } from '../support/waiting-reply.ts'

// It is 14:00 UTC, and three in the afternoon where Ana and Ben are.
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const JOBS = ['reply', 'command', 'mention', 'direct', 'form', 'thread'].map(way => `job_${way}`)

it.each([
  ['when idle', { when: 'idle' }, 'until the job is idle'],
  ['in 2 hours', { when: 'time', at: '1795190400' }, 'until 2026-11-20 16:00']
])('lets what is for “%s” wait, whichever way it comes, says so once, and sends it then', async (...row) => {
  const [time, inForm, until] = row
  const { agent, ana, job, type, tell, mention, say, own, openForm, advance, sleep, sent, said, marks, thread } =
    await startJourney()
  for (const id of JOBS) job(id, { status: 'active' })
  const words = (id: string) => `job_${id} ${time}: run the tests`
  await type('job_reply first')
  const reply = await tell(`${time}: run the tests`)
  const notice = `Not sent yet: waiting ${until}.\n>run the tests\n${BUTTONS}`
  expect(thread()).toEqual([`Ben: ${time}: run the tests ⏰`, `bot: ${notice}`])
  await type(words('command'))
  const mentioned = await mention(words('mention'))
  const written = await say(words('direct'), { by: ana, channel: own(ana) })
  expect(await (await openForm('job_form')).send({ words: 'run the tests', ...inForm })).toEqual({})
  await advance(3_000)
  await type('job_thread first')
  const inThread = await mention(words('thread'))
  const card = (id: string, who: string) =>
    `⏰ *job_${id}* · waiting ${until}\n>run the tests\n— example/shop on \`main\` · @${who} · 2026-11-20 14:00 · replies here go to the agent\n${BUTTONS}`
  const working = expect.stringMatching(/^⏳ \*job_\w+\* · working\n>first\n/)
  expect(said()).toEqual([
    working,
    notice,
    card('command', 'Ana'),
    card('mention', 'Ben'),
    card('form', 'Ana'),
    working,
    'Follow-up from @Ben:\n>run the tests',
    notice
  ])
  expect(said(own(ana))).toEqual([card('direct', 'Ana')])
  const marked = () => [marks(reply), marks(mentioned), marks(inThread), marks(written, own(ana))].join('')
  expect([sent(), marked()]).toEqual([['first', 'first'], '⏰⏰⏰⏰'])
  if (time !== 'when idle') await sleep(2 * HOUR)
  else for (const id of JOBS) agent.finish(id, { prLink: null })
  await advance(60_000)
  expect(JOBS.flatMap(id => sent(id).filter(prompt => prompt === 'run the tests'))).toHaveLength(JOBS.length)
  expect([marked(), sent()]).toEqual(['📨📨📨📨', expect.toSatisfy(prompts => prompts.length === 8)])
  expect(thread()).toContain('bot: No longer waiting. The card shows where it stands.\n>run the tests')
})

it('sends a reply at six, by the clock of its author', async () => {
  const { tell, sleep, advance, thread, later } = await startWatching()
  await tell('at 18:00: run the tests')
  expect(thread()[1]).toBe(`bot: Not sent yet: waiting until 2026-11-20 17:00.\n>run the tests\n${BUTTONS}`)
  await sleep(3 * HOUR - 10_000)
  expect(later()).toEqual([])
  await advance(12_000)
  expect(later()).toEqual(['run the tests'])
})

it('says nothing of waiting to a job that is idle, and sends at once', async () => {
  const journey = await startWatching()
  const { reply, advance, later, thread } = journey
  await finish(journey)
  const before = thread().length
  for (const words of ['when idle: run the tests', 'add a table', 'when idle: run the linter']) {
    await reply(words)
    await advance(1_500)
  }
  expect(later()).toEqual(['run the tests', 'add a table'])
  expect(thread().slice(before)).toEqual([
    'Ben: when idle: run the tests 📨',
    'Ben: add a table 📨',
    'Ben: when idle: run the linter ⏰',
    `bot: ${WAITS}\n>run the linter\n${BUTTONS}`
  ])
})

it('sends several one at a time, in the order they were written, each with its own result', async () => {
  const journey = await startWithWaiting('when idle: one')
  const { tell, later, thread } = journey
  await tell('when idle: two')
  await tell('when idle: three')
  for (const [number, words] of ['one', 'two', 'three'].entries()) {
    expect(later()).toHaveLength(number)
    await finish(journey, number + 1)
    expect(later().at(-1)).toBe(words)
  }
  await finish(journey, 4)
  const results = thread().filter(line => line.includes('finished'))
  expect(results.map(line => /(@\w+),.*#(\d).*\n>(.*)/.exec(line)?.slice(1).join(' '))).toEqual([
    '@Ana 1 add examples',
    '@Ben 2 one',
    '@Ben 3 two',
    '@Ben 4 three'
  ])
})

it('sends what waits for the same time in the order of writing, and an edit as if it had just been written', async () => {
  const { tell, edit, type, sleep, advance, later } = await startWatching()
  const push = await tell('at 18:00: push the branch')
  await advance(MINUTE)
  await tell('at 18:00: create the branch')
  await advance(MINUTE)
  await edit(push, 'at 18:00: push that branch')
  await advance(MINUTE)
  await type('job_8f2 at 18:00: open a pull request')
  await sleep(4 * HOUR)
  await advance(MINUTE)
  expect(later()).toEqual(['create the branch', 'push that branch', 'open a pull request'])
})

const COLON =
  'write the time in plain text with a colon after it, like `at 18:00: run the tests` or `when idle: run the tests`, or choose it in the form.'
const WHICH = 'which job is it for?'
const UNKNOWN = 'there’s no such job here. Check the id, then send it again.'

/** The job that is named, what is said, and why that does not go out. */
const BACK: [job: string, words: string, why: string][] = [
  ['job_8f2 ', 'in 9 days: run the tests', 'I can keep a follow-up for 7 days at most.'],
  ['job_8f2 ', 'yesterday at 9: run the tests', 'that time has already passed.'],
  ['job_8f2 ', 'at 18:00 run the tests', COLON],
  ['job_8f2 ', 'when idle run the tests', COLON],
  ['job_8f2 ', 'in 2 hours:', COLON],
  ['', 'tomorrow: fix it', WHICH],
  ['', 'at 18:00: fix it', WHICH],
  ['', 'when idle: 2 more examples', WHICH],
  ['', 'tomorrow: a1b2c3 run the tests', WHICH],
  ['job_404 ', 'when idle: run them', UNKNOWN],
  ['job_404 ', 'at 18:00: run them', UNKNOWN],
  ['job_404 ', 'in 2 hours: run them', UNKNOWN]
]

it('gives back all the words that cannot go out at a time, whoever says them how, with the form', async () => {
  const { ana, type, tell, mention, told, later, thread } = await startWatching()
  const hear = async (act: Promise<string>) => {
    const before = told().length
    const answer = await act
    return told()[before] ?? answer
  }
  for (const [job, words, why] of BACK) {
    const answer = `Not sent${why === UNKNOWN ? ' to *job_404*' : ''}: ${why}\n>${words}\n[Open the form]`
    expect(await hear(type(job + words))).toBe(answer)
    expect(await hear(mention(job + words, { by: ana }))).toBe(answer)
    if (job === 'job_8f2 ') expect(await hear(tell(words, { by: ana }))).toBe(answer)
  }
  expect([later(), thread().filter(line => /^bot|[👀📨⏰]/u.test(line))]).toEqual([[], []])
})

it('tells a retyped command from one with another time', async () => {
  const { agent, command, type, advance, sleep } = await startWithJob()
  expect(await type('job_8f2 at 18:00: run the tests')).toBe('')
  expect(await command('job_8f2 at 18:00: run the tests')).toContain('at 14:00 (waiting until 2026-11-20 17:00).')
  expect(await command('job_8f2 at 20:00: run the tests')).toBe('')
  expect(await type('job_8f2 run the tests')).toBe('')
  expect(await command('job_8f2 in 2 hours: check the links')).toBe('')
  await advance(20_000)
  expect(await command('job_8f2 in 2 hours: check the links')).toMatch(/^Not sent: you asked/)
  expect(agent.sends()).toHaveLength(1)
  await sleep(7 * HOUR)
  await advance(3_000)
  expect(agent.sends()).toHaveLength(4)
})

it('asks in the form when it goes out', async () => {
  const { openForm, now, card, advance, sent } = await startWithJob()
  const inSeconds = (ms: number) => String(Math.floor((now() + ms) / 1_000))
  const form = await openForm('job_8f2')
  const refused = [
    [{ words: 'run the tests', when: 'time' }, { at: 'Choose a day and a time.' }],
    [{ at: inSeconds(-60_000) }, { at: 'That time has passed. Choose a later one.' }],
    [{ at: inSeconds(8 * 24 * HOUR) }, { at: 'I can keep a follow-up for 7 days at most.' }],
    [
      { at: inSeconds(2 * HOUR), when: 'now' },
      { when: 'You also picked a time. Choose At a time here, or clear the time.' }
    ],
    [
      { when: 'time', words: 'when idle: run the tests' },
      { when: 'Your words also say when to send it. Remove that, or choose Now and clear the time.' }
    ]
  ] as const
  for (const [values, errors] of refused) expect(await form.send(values)).toEqual(errors)
  expect(await form.send({ words: 'run the tests' })).toEqual({})
  await advance(2_000)
  expect([sent(), card()]).toEqual([[], expect.stringContaining('⏰ *job_8f2* · waiting until 2026-11-20 16:00')])
})
