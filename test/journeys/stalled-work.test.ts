import { expect, it } from 'vitest'
import { type Journey, type JourneyOptions, startJourney } from '../support/journey.ts'
import { rememberWork } from '../support/usual-work.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const REPOSITORY = 'acme/docs'
const QUESTION =
  'bot: @Ana, *job_8f2* is still working after 17 min; usually it’s done in 5–6 min.\n[Keep watching] [Stop watching]'

/** Ana's instruction is with job_8f2, in a repository where work usually takes five minutes. */
async function startLongWork(options: JourneyOptions = {}, ends = 5): Promise<Journey> {
  const journey = await startJourney(options)
  const { agent, database, command, runDue } = journey
  await rememberWork(
    database,
    REPOSITORY,
    Array.from({ length: ends }, () => 5 * MINUTE)
  )
  agent.addJob({ id: 'job_8f2', repository: REPOSITORY, life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  return journey
}

it('asks once, in the thread alone, about work that takes three times as long as usual', async () => {
  const { slack, agent, channel, press, find, runDue, advance, sleep, thread } = await startLongWork()
  await advance(16 * MINUTE)
  expect(thread()).toEqual([])
  await advance(3 * MINUTE)
  expect(thread()).toEqual([QUESTION])
  await sleep(HOUR)
  expect(thread()).toEqual([QUESTION])

  await press('keep-on', { on: find('still working after') })
  await runDue()
  const kept = `${QUESTION.replace('@Ana, ', '').split('\n')[0]}\n— I’ll keep watching · @Ana 15:19`
  expect(thread()).toEqual([kept])
  await sleep(5 * HOUR)
  expect(thread()).toEqual([kept])
  expect(slack.messages(channel).filter(({ subtype }) => subtype === 'thread_broadcast')).toEqual([])

  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(thread()[0]).toBe(
    'bot: *job_8f2* was still working after 17 min; usually it’s done in 5–6 min.\n— It has since ended.'
  )
  expect(thread()).toHaveLength(2)
})

it('stops watching where it asked, and says there who did', async () => {
  const { ben, press, pressAndHear, find, advance, thread, card, told } = await startLongWork()
  await advance(19 * MINUTE)
  const on = find('still working after')
  expect(await pressAndHear('stop-watching', { on, by: ben })).toContain('I’ve stopped watching *job_8f2*')
  // Somebody still has the question on their screen.
  await press('keep-on', { on })
  await advance(MINUTE)
  expect(told()).toEqual(['Too late for that button: something has changed since. The card shows where things stand.'])
  expect(thread()[0]).toContain('*job_8f2* was still working after 17 min')
  expect(thread()[0]).toContain('— Stopped watching · @Ben 14:19')
  expect(card()).toContain('no longer watched')
})

it('asks in a thread about several instructions at once', async () => {
  const { reply, advance, pass, thread } = await startLongWork()
  await advance(MINUTE)
  await reply('shorten them')
  await advance(MINUTE)
  // Nobody looks for a while.
  await pass(HOUR)
  await advance(2 * MINUTE)
  expect(thread()).toEqual([
    'Ben: shorten them 📨',
    'bot: @Ana @Ben, *job_8f2* is still working after 1 h 2 min; usually it’s done in 5–6 min.\n[Keep watching] [Stop watching]'
  ])
})

it('says nothing about work that has ended by the time the bot is back', async () => {
  const { agent, pass, restart, advance, thread } = await startLongWork()
  await advance(MINUTE)
  await pass(30 * MINUTE)
  agent.finish('job_8f2')
  await pass(10 * MINUTE)
  await restart()
  await advance(MINUTE)
  expect(thread()).toHaveLength(1)
  expect(thread()[0]).toContain('@Ana, *job_8f2* finished')
})

it.each([
  ['where nobody knows how long it usually takes', { ends: 4 }],
  ['if the operator wants no such questions', { env: { STALL_NOTICE: 'off' } }]
])('asks nothing %s', async (_, { ends, env = {} }: { ends?: number; env?: Record<string, string> }) => {
  const { sleep, thread, card } = await startLongWork({ env }, ends)
  await sleep(3 * HOUR)
  expect(thread()).toEqual([])
  expect(card()).toContain('working')
})
