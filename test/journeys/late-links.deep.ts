import { expect, it } from 'vitest'
import { type JourneyOptions, startJourney } from '../support/journey.ts'
import { startForm, startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000
const LINK = 'https://github.com/example/shop/pull/2'
const WITHOUT = '*job_8f2* has finished, with no pull request so far.'
const WITH = `*job_8f2* has finished: <${LINK}|pull request #2> is ready.`

/** Ben waits to hear how a job ends that nobody here has sent anything. */
async function startWaiting(options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, ben, command, advance } = journey
  agent.addJob({ id: 'job_8f2', status: 'active', prLink: null, life: { ends: 'never' } })
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  return {
    ...journey,
    direct: (user = ben) => slack.messages(slack.directChannel(user).id).map(({ text }) => text),
    /** It ends without a link, which is told. */
    async end() {
      agent.finish('job_8f2', { prLink: null })
      await advance(MINUTE)
    },
    /** Its link comes after all. */
    async link() {
      agent.finish('job_8f2', { prLink: LINK })
      await advance(MINUTE)
    }
  }
}

it('adds a link that comes within ten minutes to the message that the job has ended, and stops looking', async () => {
  const { end, link, advance, direct, looks } = await startWaiting()
  await end()
  expect(direct()).toEqual([WITHOUT])
  await advance(5 * MINUTE)
  await link()
  expect(direct()).toEqual([WITH])
  const seen = looks()
  await advance(30 * MINUTE)
  expect(looks()).toBe(seen)
})

it('adds nothing later than that, and nothing that may come from other work', async () => {
  const { agent, end, link, advance, direct, looks } = await startWaiting()
  await end()
  await advance(11 * MINUTE)
  const seen = looks()
  await link()
  expect([direct(), looks()]).toEqual([[WITHOUT], seen])

  const other = await startWaiting()
  await other.end()
  other.agent.finish('job_8f2', { prLink: null })
  await other.command('job_8f2 add examples')
  await other.advance(20_000)
  await other.link()
  expect(other.direct()).toEqual([WITHOUT])
  expect(agent.sends()).toEqual([])
})

it('adds it for everybody who pressed 🔔, where the thread’s result gains it', async () => {
  const { agent, ana, ben, advance, pressAndHear, thread, direct } = await startWatching({}, { prLink: null })
  for (const by of [ana, ben]) await pressAndHear('tell-me', { by })
  await advance(30_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  const without = expect.stringMatching(/has finished, with no pull request so far\. <https:.*\|Open its thread>$/)
  expect([direct(ana), direct(ben)]).toEqual([[without], [without]])
  await advance(5 * MINUTE)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  const linked = expect.stringMatching(/has finished: <.*pull request #2> is ready\. <https:.*\|Open its thread>$/)
  expect([direct(ana), direct(ben)]).toEqual([[linked], [linked]])
  expect(thread()).toEqual([expect.stringContaining('finished: pull request #2')])
})

it('adds it to the result of what was sent as *Only me*', async () => {
  const { agent, open, form, advance, direct } = await startForm()
  agent.addJob({ id: 'job_9', prLink: null, life: { ends: 'never' } })
  await open('job_9')
  expect(await form.send({ instruction: 'shorten it', hears: 'me' })).toEqual({})
  await advance(30_000)
  agent.finish('job_9', { prLink: null })
  await advance(MINUTE)
  expect(direct()).toEqual([expect.stringContaining('finished'), expect.stringContaining('finished, no pull request.')])
  await advance(5 * MINUTE)
  agent.finish('job_9', { prLink: LINK })
  await advance(MINUTE)
  expect(direct()).toEqual([
    expect.stringContaining(LINK),
    expect.stringContaining(`finished: pull request #2 (${LINK})`)
  ])
})

it('promises it again to whoever asks about the next piece of work meanwhile', async () => {
  const { agent, ben, command, advance, end, direct } = await startWaiting()
  await end()
  await command('job_8f2 add examples')
  await advance(5_000)
  expect(await command('watch job_8f2', { by: ben })).toContain('I’ll write to you directly when *job_8f2* ends.')
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  expect(direct()).toEqual([WITHOUT, expect.stringContaining('pull request #2')])
})

it('no longer lists the job in the home while it waits for the link', async () => {
  const { slack, ben, end, runDue } = await startWaiting()
  const home = async () => {
    await slack.openHome({ user: ben })
    await runDue()
    return JSON.stringify(slack.homeOf(ben))
  }
  expect(await home()).toContain('job_8f2')
  await end()
  expect(await home()).not.toContain('job_8f2')
})

it('shows the link to nobody who may no longer use the bot, and lets a deleted message be', async () => {
  const { end, link, restart, direct } = await startWaiting()
  await end()
  await restart({ ALLOWED_USERS: 'U0ANA' })
  await link()
  expect(direct()).toEqual([WITHOUT])
  const other = await startWaiting({ refusals: ['chat.update message_not_found'] })
  await other.end()
  const { id } = other.slack.directChannel(other.ben)
  const [message] = other.slack.messages(id)
  await other.slack.remove({ channel: id, messageTs: message?.ts ?? '' })
  await other.link()
  expect(other.direct()).toEqual([])
})

it('adds it after all when Slack was away, and after a restart', async () => {
  const { slack, end, link, advance, restart, direct } = await startWaiting()
  await end()
  await restart()
  slack.fail('chat.update', { error: 'internal_error' })
  await link()
  await advance(MINUTE)
  expect(direct()).toEqual([WITH])
})
