import { describe, expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/example/shop/pull/2'
const WITHOUT = '*job_8f2* finished, no pull request.'
const WITH = `*job_8f2* finished: <${LINK}|pull request #2> is ready.`

/** Ben waits to hear how a job ends that nobody here has sent anything. */
async function startWaiting(options: JourneyOptions = {}) {
  const journey = await startWithJob(options, { status: 'active', prLink: null })
  const { agent, ben, command, advance } = journey
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  const finish = async (prLink: string | null) => {
    agent.finish('job_8f2', { prLink })
    await advance(MINUTE)
  }
  /** It ends without a link, which is told; its link comes after all. */
  return { ...journey, end: () => finish(null), link: () => finish(LINK), bens: () => journey.direct(ben) }
}

describe('a link that comes late', () => {
  it('within ten minutes to the message that the job has ended is added, and nobody looks any more', async () => {
    const { ben, end, link, advance, bens, looks, openHome, home } = await startWaiting()
    await openHome(ben)
    expect(home(ben)).toContain('job_8f2')
    await end()
    await openHome(ben)
    expect([bens(), home(ben)]).toEqual([[WITHOUT], expect.not.stringContaining('job_8f2')])
    await advance(5 * MINUTE)
    await link()
    expect(bens()).toEqual([WITH])
    const seen = looks()
    await advance(30 * MINUTE)
    expect(looks()).toBe(seen)
  })

  it('is not added later than that, nor if it may come from other work', async () => {
    const { end, link, advance, bens, looks } = await startWaiting()
    await end()
    await advance(11 * MINUTE)
    const seen = looks()
    await link()
    expect([bens(), looks()]).toEqual([[WITHOUT], seen])
    const other = await startWaiting()
    await other.end()
    await other.command('job_8f2 add examples')
    await other.advance(20_000)
    await other.link()
    expect(other.bens()).toEqual([WITHOUT])
  })

  it('is added for everybody who pressed 🔔, where the thread’s result gains it', async () => {
    const { agent, ana, ben, advance, pressAndHear, thread, direct } = await startWatching({}, { prLink: null })
    for (const by of [ana, ben]) await pressAndHear('tell-me', { by })
    await advance(30_000)
    for (const [prLink, words, ms] of [
      [null, `${WITHOUT} <https:`, MINUTE],
      [LINK, `${WITH} <https:`, MINUTE]
    ] as const) {
      agent.finish('job_8f2', { prLink })
      await advance(ms)
      const told = expect.stringContaining(words)
      expect([direct(ana), direct(ben)]).toEqual([[told], [told]])
      await advance(4 * MINUTE)
    }
    expect(thread()).toEqual([expect.stringContaining('finished: pull request #2')])
  })

  it('is shown to nobody who may no longer use the bot, and not in a message that was deleted', async () => {
    const { end, link, restart, bens } = await startWaiting()
    await end()
    await restart({ ALLOWED_USERS: 'U0ANA' })
    await link()
    expect(bens()).toEqual([WITHOUT])
    const other = await startWaiting({ refusals: ['chat.update message_not_found'] })
    await other.end()
    const channel = other.own(other.ben)
    await other.remove(other.slack.messages(channel)[0]?.ts ?? '', channel)
    await other.link()
    expect(other.bens()).toEqual([])
  })
})

it('goes on after a restart that lost its look', async () => {
  const { advance, restart, upkeep, pass, database, link, bens } = await startWaiting()
  await database.query('delete from followup.task')
  await restart()
  await pass(10 * MINUTE)
  await upkeep()
  await link()
  await advance(MINUTE)
  expect(bens()).toEqual([WITH])
})

it('owns up when a bug of its own ends the looks', async () => {
  let reads = 0
  const { advance, bens } = await startWaiting({
    errors: ['A task failed for good'],
    wrap: around('agent', 'readJob', read => async key => {
      if (reads++ > 0) throw new Error('a bug')
      return read(key)
    })
  })
  await advance(10 * MINUTE)
  expect(bens()).toEqual(['I can’t tell you how *job_8f2* ends: something went wrong on my side.'])
})

describe('who is told', () => {
  it('is nobody who may no longer use the bot: they are told nothing of how a job ended, and the others as before', async () => {
    const { slack, agent, ana, ben, pressAndHear, advance, restart, direct, log } = await startWatching()
    const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
    await slack.invite('C0DOCS', gus)
    for (const by of [ana, ben, gus]) await pressAndHear('tell-me', { by })
    slack.addPerson({ id: gus, name: 'Gus', kind: 'guest' })
    await restart({ ALLOWED_USERS: 'U0ANA' })
    agent.finish('job_8f2', { prLink: LINK })
    await advance(2 * MINUTE)
    await restart({ ALLOWED_USERS: 'U0ANA,U0BEN' })
    await advance(10 * MINUTE)
    expect([direct(ana).length, direct(ben), direct(gus)]).toEqual([1, [], []])
    expect(log.filter(({ words }) => words.includes('may no longer use the bot'))).toHaveLength(2)
  })

  it('is whoever asked, as soon as Slack says again who they are', async () => {
    const { slack, agent, ben, pressAndHear, advance, restart, direct } = await startWatching()
    await pressAndHear('tell-me', { by: ben })
    await restart()
    slack.fail('users.info', { error: 'internal_error', times: 1 })
    agent.finish('job_8f2', { prLink: LINK })
    await advance(2 * MINUTE)
    expect(direct(ben)).toEqual([expect.stringContaining(WITH)])
  })

  it('is nobody who has left the private channel in which they asked, once Slack says so', async () => {
    const { slack, agent, ana, ben, job, type, press, advance, direct } = await startWatching()
    const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana, ben] }).id
    job('job_plans')
    await type('job_plans lay them off', { channel: secret })
    for (const by of [ana, ben])
      await press('tell-me', { by, channel: secret, on: slack.messages(secret)[0]?.ts ?? '' })
    await slack.removeFrom(secret, ben)
    slack.fail('conversations.members', { error: 'internal_error', times: 2 })
    agent.finish('job_plans', { prLink: LINK })
    await advance(3 * MINUTE)
    expect([direct(ana).length, direct(ben)]).toEqual([1, []])
  })
})
