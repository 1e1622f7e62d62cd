import { describe, expect, it } from 'vitest'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { removeWatch } from '../../src/followups/stores/watch-store.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import { startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ACTIVE = { status: 'active' }
const LINK = 'https://github.com/example/shop/pull/1'
const THREAD = 'https://stand-in.slack.com/archives/C0DOCS/p1795183200000000?thread_ts=1795183200.000000&cid=C0DOCS'
const PROMISE = 'I’ll write to you directly when *job_8f2* ends.\n[🔕 Don’t tell me]'
const STOPPED = 'OK: I won’t write to you when *job_8f2* ends.'
const READY = `*job_8f2* finished: <${LINK}|pull request #1> is ready.`
const ENDED = `${READY} <${THREAD}|Open its thread>`
const IDLE = '*job_8f2* is idle: I’ve seen no work since you asked, so I’ve stopped looking.'

it('writes to everybody who pressed 🔔 on the card when the job ends, once, though another one started it', async () => {
  const { slack, agent, channel, ana, ben, pressAndHear, tell, advance, card, direct, thread } = await startWatching()
  expect(card()).toContain('[🔔 Tell me]')
  for (const by of [ben, ana]) expect(await pressAndHear('tell-me', { by })).toBe(PROMISE)
  // Who mutes the thread is still told what they asked for.
  await tell('mute')
  await advance(30_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(2 * MINUTE)
  expect([direct(ben), direct(ana)]).toEqual([[ENDED], [ENDED]])
  expect([thread().length, slack.messages(channel).length]).toEqual([2, 3])
})

it('writes nothing to somebody who pressed 🔕 on the answer, which 🔔 shows once more in the channel, even while Slack is too busy to take it', async () => {
  const { slack, agent, channel, ben, pressAndHear, advance, direct } = await startWatching()
  for (let press = 0; press < 2; press++) expect(await pressAndHear('tell-me', { by: ben })).toBe(PROMISE)
  expect(slack.ephemerals(channel, ben).map(({ thread_ts }) => thread_ts)).toEqual([undefined, undefined])
  slack.fail('chat.postMessage', { error: 'ratelimited', retryAfterS: 60, times: 2 })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(30_000)
  const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
  expect(await pressAndHear('dont-tell-me', { on, by: ben })).toBe(STOPPED)
  await advance(200_000)
  expect(direct(ben)).toEqual([])
})

it('writes to nobody about a job of which they want to hear no more while a look finds its end', async () => {
  const { database, slack, agent, ben, pressAndHear, advance, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  agent.finish('job_8f2', { prLink: null })
  const watch = { projectId: 'project-1', jobId: 'job_8f2', teamId: slack.teamId, userId: ben }
  const unwatched = await database.transaction(async sql => {
    await lockJob(sql, watch)
    await removeWatch(sql, watch)
    const looked = advance(MINUTE)
    await awaitWaiting(database, 1)
    return { looked }
  })
  await unwatched.looked
  expect(direct(ben)).toEqual([])
})

it.each([
  ['with a pull request', LINK, READY],
  ['without one', null, '*job_8f2* finished, no pull request.']
])('follows a job that nobody here sent anything to until it ends %s, and tells no others', async (_, prLink, told) => {
  const { slack, agent, channel, ben, command, advance, direct, posts, looks } = await startWithJob({}, ACTIVE)
  expect(await command('watch https://agents.example/runs/job_8f2', { by: ben })).toMatch(/^Which job\?/)
  expect(await command('watch job_8f2', { by: ben })).toBe(PROMISE)
  await advance(10 * MINUTE)
  agent.finish('job_8f2', { prLink })
  await advance(MINUTE)
  expect([direct(ben), slack.messages(channel), posts()]).toEqual([[told], [], 0])
  await advance(11 * MINUTE)
  const seen = looks()
  await advance(HOUR)
  expect(looks()).toBe(seen)
})

it('says at once that a job is at rest or cannot be read, and promises nothing', async () => {
  const { agent, ben, command, advance, direct, looks } = await startWithJob()
  const watch = (id = 'job_8f2') => command(`watch ${id}`, { by: ben })
  expect(await watch()).toBe('*job_8f2* finished, no pull request. There’s nothing to wait for.')
  const before = looks()
  await advance(10 * MINUTE)
  expect([looks(), direct(ben)]).toEqual([before, []])
  expect(await watch('job_0')).toBe('There’s no such job here. Check the id.')
  agent.fail('read', { status: 503, times: 3 })
  expect(await watch()).toBe('I can’t reach the agent right now. Try again in a minute.')
})

describe('of a job at rest', () => {
  it.each([
    ['held', 'add examples', 20 * MINUTE],
    ['scheduled', 'in 2 hours: add examples', 2 * HOUR],
    ['scheduled for days ahead', 'in 6 days: add examples', 6 * 24 * HOUR],
    ['about to be sent', 'add examples', 0]
  ])('tells whoever watches a job at rest when what is %s has ended', async (what, words, waitMs) => {
    const { agent, ben, command, runDue, sleep, advance, direct } = await startWithJob()
    if (what === 'held') agent.fail('send', { status: 429, retryAfter: '1200' })
    await command(`job_8f2 ${words}`)
    if (what !== 'about to be sent') await runDue()
    expect(await command('watch job_8f2', { by: ben })).toBe(PROMISE)
    await sleep(waitMs)
    await advance(MINUTE)
    expect(agent.sends()).toHaveLength(1)
    agent.finish('job_8f2', { prLink: LINK })
    await advance(2 * MINUTE)
    expect(direct(ben)).toEqual([expect.stringContaining(READY)])
  })

  it('tells them that nothing happened when what was to be sent is cancelled', async () => {
    const { ben, type, command, press, advance, direct } = await startWithJob()
    await type('job_8f2 in 2 hours: add examples')
    await command('watch job_8f2', { by: ben })
    await advance(MINUTE)
    expect(direct(ben)).toEqual([])
    await press('cancel')
    await advance(10 * MINUTE)
    expect(direct(ben)).toEqual([expect.stringMatching(/^\*job_8f2\* is idle: I’ve seen no work since you asked, so/)])
  })

  it.each([
    ['work starts', 0],
    ['work starts', 3 * MINUTE],
    ['no work starts', 0]
  ])('promises what is true if a follow-up was sent to it and then %s (after %i ms)', async (what, ms) => {
    const life = { startsLateMs: 24 * HOUR }
    const { agent, ben, command, pressAndHear, advance, direct } = await startWatching({}, { life })
    await advance(30_000 + ms)
    expect(await command('watch job_8f2', { by: ben })).toBe(PROMISE)
    if (ms === 0) expect(await pressAndHear('tell-me')).toBe(PROMISE)
    await advance(10 * MINUTE)
    expect(direct(ben)).toEqual([])
    if (what === 'work starts') {
      agent.setJob('job_8f2', { status: 'active' })
      await advance(2 * MINUTE)
      agent.finish('job_8f2', { prLink: LINK })
    }
    await advance(30 * MINUTE)
    const told = what === 'work starts' ? READY : IDLE
    expect(direct(ben)).toEqual([expect.stringContaining(told)])
  })
})

it('says once that a job has not ended after a day, and still tells how it ends', async () => {
  const { agent, ben, command, advance, sleep, direct } = await startWithJob({}, ACTIVE)
  await command('watch job_8f2', { by: ben })
  await sleep(24 * HOUR)
  for (let look = 0; look < 3; look++) await advance(6 * MINUTE)
  const later = '*job_8f2* hasn’t ended after a day. I’ll keep watching for up to 14 days, and look every five minutes'
  expect(direct(ben)).toEqual([`${later} from now on.`])
  await sleep(9 * 24 * HOUR)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(6 * MINUTE)
  expect(direct(ben)).toEqual([expect.anything(), expect.stringContaining(READY)])
})

const UNTIL: [what: string, told: string][] = [
  [
    'has not ended within two weeks',
    'I haven’t seen *job_8f2* end within 14 days, so I’ve stopped looking. To go on, type `/agent-followup watch job_8f2`.'
  ],
  ['is gone', 'The agent no longer knows *job_8f2*, so I can’t tell you how it ends.']
]

it.each(UNTIL)('stops following a job that %s, and says so', async (what, told) => {
  const { agent, ben, command, advance, sleep, direct, looks } = await startWithJob({}, ACTIVE)
  await command('watch job_8f2', { by: ben })
  await advance(MINUTE)
  if (what === 'is gone') agent.fail('read', { status: 404, times: 3 })
  else await sleep(14 * 24 * HOUR)
  await advance(5 * MINUTE)
  const before = looks()
  await advance(HOUR)
  expect([direct(ben), looks()]).toEqual([[told], before])
})
