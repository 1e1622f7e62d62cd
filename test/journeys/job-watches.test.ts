import { expect, it } from 'vitest'
import { type JourneyOptions, startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const LINK = 'https://github.com/example/shop/pull/1'
const THREAD = 'https://stand-in.slack.com/archives/C0DOCS/p1795183200000000?thread_ts=1795183200.000000&cid=C0DOCS'
const PROMISE = 'I’ll write to you directly when *job_8f2* ends.\n[🔕 Don’t tell me]'
const ENDED = `*job_8f2* has finished: <${LINK}|pull request #1> is ready. <${THREAD}|Open its thread>`

async function startWorking(status = 'active', options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, ben } = journey
  agent.addJob({ id: 'job_8f2', status, life: { ends: 'never' } })
  const direct = (user = ben) => slack.messages(slack.directChannel(user).id).map(({ text }) => text)
  return { ...journey, direct }
}

it('writes to somebody who pressed 🔔 on the card when the job ends, once, though another one started it', async () => {
  const { slack, agent, channel, ana, ben, pressAndHear, advance, card, direct, thread } = await startWatching()
  expect(card()).toContain('[Check now] [Stop watching] [🔔 Tell me]')
  expect(await pressAndHear('tell-me', { by: ben })).toBe(PROMISE)
  expect(await pressAndHear('tell-me', { by: ana })).toBe(PROMISE)
  await advance(30_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  expect([direct(ben), direct(ana)]).toEqual([[ENDED], [ENDED]])
  expect(thread()).toHaveLength(1)
  expect(slack.messages(channel)).toHaveLength(2)
})

it('says so when 🔔 is pressed again, and writes nothing to somebody who then presses 🔕', async () => {
  const { slack, agent, channel, ben, press, pressAndHear, advance, direct, told } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await press('tell-me', { by: ben })
  const again = 'I’ll write to you when *job_8f2* ends, as you asked before.\n[🔕 Don’t tell me]'
  await slack.waitFor(() => told(ben).at(-1) === again, 'a private answer')
  const [{ ts } = { ts: '' }] = slack.ephemerals(channel, ben)
  await press('stop-telling', { on: ts, by: ben })
  const stopped = 'OK: I won’t write to you when *job_8f2* ends.'
  await slack.waitFor(() => told(ben)[0] === stopped, 'a private answer')
  agent.finish('job_8f2')
  await advance(120_000)
  expect(direct(ben)).toEqual([])
})

it('follows a job that nobody here sent anything to, without a word in the channel or to the agent', async () => {
  const { slack, agent, channel, ben, command, advance, direct, posts } = await startWorking()
  expect(await command('watch job_8f2', { by: ben })).toBe(PROMISE)
  await advance(10 * 60_000)
  expect(direct()).toEqual([])
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct()).toEqual([`*job_8f2* has finished: <${LINK}|pull request #1> is ready.`])
  expect(slack.messages(channel)).toEqual([])
  expect(posts()).toBe(0)
  const { looks } = { looks: agent.requests({ asked: 'read' }).length }
  await advance(3_600_000)
  expect(agent.requests({ asked: 'read' })).toHaveLength(looks)
})

it('waits a moment for the pull request of a watched job, and says when there is none', async () => {
  const { agent, ben, command, advance, direct } = await startWorking()
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(direct()).toEqual(['*job_8f2* has finished, with no pull request so far.'])
})

it('says at once that a job is at rest, and promises nothing', async () => {
  const { agent, ben, command, advance, direct, looks } = await startWorking('completed')
  expect(await command('watch job_8f2', { by: ben })).toBe(
    '*job_8f2* has finished, without a pull request. There’s nothing to wait for.'
  )
  const before = looks()
  await advance(600_000)
  expect([looks(), direct()]).toEqual([before, []])
  expect(await command('watch job_0', { by: ben })).toBe('There’s no such job here. Check the id.')
  agent.fail('read', { status: 503 })
  agent.fail('read', { status: 503 })
  agent.fail('read', { status: 503 })
  expect(await command('watch job_8f2', { by: ben })).toBe('I can’t reach the agent right now. Try again in a minute.')
})

it('stops following a job after a day, and says so', async () => {
  const { ben, command, advance, sleep, direct, looks } = await startWorking()
  await command('watch job_8f2', { by: ben })
  await advance(60_000)
  await sleep(24 * 3_600_000)
  await advance(60_000)
  expect(direct()).toEqual([
    '*job_8f2* hasn’t ended within 24 hours, so I’ve stopped looking. To go on, type `/agent-followup watch job_8f2`.'
  ])
  const before = looks()
  await advance(3_600_000)
  expect(looks()).toBe(before)
})

it('says that it can no longer follow a job that is gone', async () => {
  const { agent, ben, command, advance, direct } = await startWorking()
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  for (let look = 0; look < 3; look += 1) agent.fail('read', { status: 404 })
  await advance(10 * 60_000)
  expect(direct()).toEqual(['The agent no longer knows *job_8f2*, so I can’t tell you how it ends.'])
})

it('no longer follows a job after unwatch, and follows it from a direct message as well', async () => {
  const { slack, agent, ben, command, runDue, advance, direct } = await startWorking()
  await command('watch job_8f2', { by: ben })
  expect(await command('unwatch job_8f2', { by: ben })).toBe('OK: I won’t write to you when *job_8f2* ends.')
  expect(await command('unwatch job_8f2', { by: ben })).toBe('I wasn’t going to write to you about *job_8f2*.')
  expect(await command('watch', { by: ben })).toBe(
    'Which job? Name it by its id, like `/agent-followup watch job_8f2`.'
  )
  const { id } = slack.directChannel(ben)
  await slack.say({ user: ben, channel: id, text: 'watch job_8f2' })
  await runDue()
  expect(slack.ephemerals(id, ben)).toHaveLength(1)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct()).toEqual(['watch job_8f2', `*job_8f2* has finished: <${LINK}|pull request #1> is ready.`])
})

it('keeps its word to whoever pressed 🔔 when somebody stops the watch of the thread, or mutes it', async () => {
  const { agent, ben, press, pressAndHear, reply, advance, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await reply('mute', { by: ben })
  await press('stop-watching')
  await advance(60_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct(ben)).toEqual([ENDED])
})

it('tells somebody who may no longer use the bot nothing of how a job ended, and the others as before', async () => {
  const { slack, agent, ana, ben, pressAndHear, advance, restart, direct, log } = await startWatching()
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus' }).id
  await slack.invite('C0DOCS', gus)
  for (const by of [ana, ben, gus]) await pressAndHear('tell-me', { by })
  slack.addPerson({ id: gus, name: 'Gus', kind: 'guest' })
  await restart({ ALLOWED_USERS: 'U0ANA' })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  expect([direct(ana), direct(ben), direct(gus)]).toEqual([[ENDED], [], []])
  await restart({ ALLOWED_USERS: 'U0ANA,U0BEN' })
  await advance(10 * 60_000)
  expect(direct(ben)).toEqual([])
  expect(log.filter(({ words }) => words.includes('may no longer use the bot'))).toHaveLength(2)
})

it('tells whoever asked as soon as Slack says again who they are', async () => {
  const { slack, agent, ben, pressAndHear, advance, restart, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await restart()
  slack.fail('users.info', { error: 'internal_error', times: 1 })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  expect(direct(ben)).toEqual([ENDED])
})

it('goes on after a restart, and finds a look that was lost', async () => {
  const { agent, ben, command, advance, restart, upkeep, pass, database, direct } = await startWorking()
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  await database.query('delete from followup.task')
  await restart()
  await pass(10 * 60_000)
  await upkeep()
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct()).toHaveLength(1)
})

it('owns up when a bug of its own ends the looks', async () => {
  const { ben, command, advance, direct } = await startWorking('active', {
    errors: ['A task failed for good'],
    wrap(deps) {
      let reads = 0
      const readJob: typeof deps.agent.readJob = async key => {
        reads += 1
        if (reads > 1) throw new Error('a bug')
        return deps.agent.readJob(key)
      }
      return { ...deps, agent: { ...deps.agent, readJob } }
    }
  })
  await command('watch job_8f2', { by: ben })
  await advance(10 * 60_000)
  expect(direct()).toEqual(['I can’t tell you how *job_8f2* ends: something went wrong on my side.'])
})

it('offers the jobs of the channel to whoever names none, and takes a link for its job', async () => {
  const { ben, command, runDue } = await startWorking()
  await command('job_8f2 add examples')
  await runDue()
  expect(await command('watch', { by: ben })).toMatch(/^Which job\?\n⏳ \*job_8f2\* · working · .* \[Watch job_8f2\]$/)
  expect(await command('watch https://agents.example/runs/job_8f2', { by: ben })).toContain(
    'I’ll write to you directly when *job_8f2* ends.'
  )
})
