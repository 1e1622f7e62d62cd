import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const BUTTONS = '[🔔 Tell me]'
const PULL = 'https://github.com/example/shop/pull/1'
const ABOUT = '>add examples\n— example/shop on `main` · @Ana'
const watched = (state: string, line?: string) =>
  [`⏳ *job_8f2* · ${state}\n${ABOUT} · since 14:00`, ...(line ? [`— ${line}`] : []), BUTTONS].join('\n')
const unwatched = (...lines: string[]) =>
  ['🔕 *job_8f2* · no longer watched', `${ABOUT} · 2026-11-20 14:00`, ...lines].join('\n')
const FIX = 'Whoever runs this bot has to fix that. I’ll keep trying.'

describe('the status of a job', () => {
  it('is shown as it is if it is not known, and the watch goes on', async () => {
    const { agent, advance, card, thread } = await startWatching()
    for (const status of ['waiting <for> review & merge', 'paused']) {
      agent.setJob('job_8f2', { status })
      await advance(30_000)
      expect(card()).toBe(watched(status))
    }
    expect(thread()).toEqual([])
    agent.finish('job_8f2')
    await advance(MINUTE)
    expect([card(), thread().length]).toEqual([expect.stringContaining('· ready for review'), 1])
  })

  it('is never taken for an end while there is none', async () => {
    const { agent, advance, card, thread, looks } = await startWatching({}, { omit: ['status', 'source'] })
    expect(card()).toBe(watched('sent, nothing heard yet').replace('example/shop on `main` · ', ''))
    await advance(20 * MINUTE)
    expect([card(), thread()]).toEqual([expect.stringContaining('⏳ *job_8f2* · sent, nothing heard yet'), []])
    expect(looks()).toBeGreaterThan(30)
    agent.setJob('job_8f2', { omit: [] })
    await advance(MINUTE)
    expect(card()).toBe(watched('working').replace('14:00', '14:00, still working at 14:20'))
  })
})

const TROUBLE: [what: string, fault: Fault, ms: number, line: string | undefined, logged: number][] = [
  ['is not answered for a moment', { status: 503 }, 25_000, undefined, 0],
  ['is not answered for a while', { status: 503 }, 40_000, 'I can’t reach the agent right now. I’ll keep trying.', 1],
  ['is refused with 401', { status: 401 }, MINUTE, `The agent isn’t letting me in. ${FIX}`, 1],
  ['is refused with 403', { status: 403 }, MINUTE, `I’m not allowed to see that job. ${FIX}`, 1],
  ['is refused with 418', { status: 418 }, MINUTE, `I can’t read that job. ${FIX}`, 1]
]

it.each(TROUBLE)('says on the card what is wrong when a look %s, until it is right again', async (...row) => {
  const [, fault, ms, line, logged] = row
  const { agent, advance, card, thread, log } = await startWatching()
  agent.fail('read', { ...fault, times: 'until cleared' })
  await advance(ms)
  expect([card(), thread()]).toEqual([watched('working', line), []])
  expect(log.filter(({ words }) => words === 'A job cannot be read')).toHaveLength(logged)
  agent.clearFaults()
  await advance(30_000)
  expect(card()).toBe(watched('working'))
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([card(), thread().length]).toEqual([expect.stringContaining('· ready for review'), 1])
})

it('keeps watching a job whose record has another shape', async () => {
  const { agent, advance, card, thread } = await startWatching()
  agent.fail('read', { kind: 'wrong shape', times: 4 })
  await advance(MINUTE)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([card(), thread().length]).toEqual([expect.stringContaining('· ready for review'), 1])
})

it('carries on with a job whose trouble a later version stored in its own terms', async () => {
  const { agent, database, advance, tell, thread, posts } = await startWatching()
  await database.query(`update followup.job set trouble = '{"kind":"not known here","looks":5,"atMs":1}'`)
  await tell('shorten it')
  expect(posts()).toBe(2)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(thread()[1]).toContain('@Ana @Ben, *job_8f2* finished')
})

const HAS_IT = 'The agent has the follow-up.'

it.each([
  [
    'gives up on a job that is gone',
    true,
    `I’ve stopped watching *job_8f2*: the agent no longer knows this job. ${HAS_IT}`,
    ['— The agent no longer knows this job.']
  ],
  [
    'stops after a day',
    false,
    `I’ve stopped watching *job_8f2*: it didn’t finish within 24 hours. ${HAS_IT}`,
    ['— It didn’t finish within 24 hours.', '[Send follow-up]']
  ]
])('%s, and says so once', async (_, isGone, words, lines) => {
  const { agent, sleep, advance, card, thread, looks } = await startWatching()
  if (isGone) agent.fail('read', { status: 404, times: 'until cleared' })
  await advance(25_000)
  expect(thread()).toEqual([])
  await (isGone ? advance(MINUTE) : sleep(24 * 60 * MINUTE))
  await advance(2_000)
  expect([thread(), card()]).toEqual([[`bot: @Ana, ${words}`], unwatched(...lines)])
  const seen = looks()
  await advance(10 * MINUTE)
  expect(looks()).toBe(seen)
})

describe('a 429 on a look', () => {
  it('pauses all looks of the project', async () => {
    const { agent, job, type, advance, looks, card } = await startWatching()
    job('job_other')
    await advance(1_000)
    await type('job_other add tests')
    const before = looks()
    agent.fail('read', { status: 429, retryAfter: '300' })
    await advance(4 * MINUTE)
    expect(looks()).toBe(before + 1)
    await advance(70_000)
    expect(looks()).toBeGreaterThanOrEqual(before + 3)
    expect(card()).toContain('job_other* · working')
  })

  it('is waited out longer each time if it names no time', async () => {
    const { agent, advance, looks, card } = await startWatching()
    agent.fail('read', { status: 429, times: 'until cleared' })
    await advance(4 * MINUTE)
    expect(looks()).toBeLessThan(8)
    expect(card()).toContain('— The agent is busy. I’ll keep trying.')
  })
})

it('leaves the link and the next follow-up on the card of a finished thread, and acknowledges a press of a link', async () => {
  const { slack, agent, ana: user, channel, advance, card, cardTs, told } = await startWatching()
  agent.finish('job_8f2')
  await advance(10_000)
  const view = `[View pull request #1 → ${PULL}] [Send follow-up]`
  expect(card()).toBe(`✅ *job_8f2* · ready for review · pull request #1 (${PULL})\n${ABOUT} · took 5 s\n${view}`)
  const pressed = { user, channel, messageTs: cardTs(), actionId: 'open-pull-request' }
  expect(await slack.press(pressed)).toMatchObject({ acknowledged: true })
  expect(told()).toEqual([])
})
