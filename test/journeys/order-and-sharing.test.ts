import { describe, expect, it } from 'vitest'
import { type JourneyOptions, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const PULL = 'pull request #1 (https://github.com/example/shop/pull/1)'
const result = (people: string) => `bot, also in #docs: ${people}, *job_8f2* finished: ${PULL} is ready.`

/** Ana steers job_8f2 in #docs; Ben can do so in #api, in a private channel and directly. */
async function startApart(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, ana, ben, type, own, said, advance } = journey
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ben] }).id
  await advance(2_000)
  const steer = (words: string, channel = api) => type(`job_8f2 ${words}`, { by: ben, channel })
  return { ...journey, api, secret, bens: own(ben), steer, inApi: () => said(api) }
}

describe('several threads on one job', () => {
  it('shows nothing of one thread in another, be it private or not', async () => {
    const { steer, secret, bens, card, thread, said } = await startApart()
    const before = card()
    await steer('plan the merger', secret)
    await steer('buy the company', bens)
    expect([card(), thread()]).toEqual([before, []])
    expect(said(secret).join()).not.toMatch(/add examples|company/)
  })

  it('brings each of three threads, in two channels and a direct message, exactly its own result', async () => {
    const { agent, steer, said, channel, api, bens, advance } = await startApart()
    await steer('when idle: add tests')
    await steer('when idle: add a changelog', bens)
    for (const number of [1, 2, 3]) {
      agent.finish('job_8f2', { prLink: `https://github.com/acme/docs/pull/${number}` })
      await advance(MINUTE)
    }
    const results = [channel, api, bens].map(place =>
      said(place).flatMap(words => / finished[^·]*#(\d) .*\n>(.*)/.exec(words)?.slice(1).join(': ') ?? [])
    )
    expect(results).toEqual([['1: add examples'], ['2: add tests'], ['3: add a changelog']])
  })

  it('tells both what became of their follow-ups, and looks once for both', async () => {
    const { agent, steer, advance, looks, lines, inApi } = await startApart()
    await steer('add tests')
    const before = looks()
    await advance(MINUTE)
    expect(looks() - before).toBeLessThan(10)
    agent.finish('job_8f2')
    await advance(3 * MINUTE)
    expect(lines()).toEqual([result('@Ana')])
    expect(inApi().map(words => words.split('\n')[0])).toEqual([
      `✅ *job_8f2* · ready for review · ${PULL}`,
      `@Ben, *job_8f2* finished: ${PULL} is ready.`
    ])
  })

  it('keeps the order across threads: a held one holds up later ones of its job', async () => {
    const { agent, tell, steer, advance, thread, card, inApi, later } = await startApart()
    agent.fail('send', { status: 429, retryAfter: '60' })
    await tell('step 1')
    await steer('from another thread')
    expect(inApi()).toEqual([
      '⏳ *job_8f2* · not sent yet\n>from another thread\n— example/shop on `main` · @Ben · 2026-11-20 14:00 · replies here go to the agent\n[Cancel]'
    ])
    await tell('step 3')
    const held = expect.stringContaining('at about 14:01.\n')
    expect([thread(), card()]).toEqual([['Ben: step 1 ⏸', held, 'Ben: step 3 👀'], held])
    await advance(MINUTE)
    expect(inApi()[0]).toMatch(/^⏳ \*job_8f2\* · working\n/)
    expect(later()).toEqual(['step 1', 'from another thread', 'step 3'])
  })
})

describe('while Slack does not say who wrote an earlier reply', () => {
  const LOOKUPS_FAIL = { error: 'internal_error', times: 3 }

  it('holds back a later one in its thread', async () => {
    const { slack, reply, advance, ana, thread, later } = await startWatching()
    slack.fail('users.info', LOOKUPS_FAIL)
    await reply('step 1')
    await reply('step 2', { by: ana })
    await advance(5_000)
    expect(thread()).toEqual(['Ben: step 1', 'Ana: step 2 👀'])
    await advance(15_000)
    expect(later()).toEqual(['step 1', 'step 2'])
  })

  it('holds back a later one in another thread of its job', async () => {
    const { slack, ana, reply, type, api, advance, later } = await startApart()
    slack.fail('users.info', LOOKUPS_FAIL)
    await reply('step 1')
    await advance(1_000)
    await type('job_8f2 step 2', { by: ana, channel: api })
    await advance(20_000)
    expect(later()).toEqual(['step 1', 'step 2'])
  })
})

it('reads a job once for everybody waiting for it, and tells them in one message', async () => {
  const { agent, reply, advance, ana, looks, thread, card } = await startWatching()
  for (const step of [1, 2, 3]) await reply(`step ${step}`, step === 2 ? { by: ana } : {})
  await advance(1_000)
  const before = looks()
  await advance(2 * MINUTE)
  // One follow-up alone is looked at after 5, 20, 28, 36, 44, … seconds.
  expect(looks() - before).toBeLessThan(18)
  agent.finish('job_8f2')
  await advance(3 * MINUTE)
  const told = '>add examples\n— Sent while it was working, by @Ben @Ana:\n>step 1\n>step 2\n>step 3'
  expect(thread()).toEqual([
    'Ben: step 1 ✅',
    'Ana: step 2 ✅',
    'Ben: step 3 ✅',
    expect.stringContaining(`${result('@Ana @Ben')}\n${told}`)
  ])
  expect(card()).toContain(' · 4 follow-ups · ')
})
