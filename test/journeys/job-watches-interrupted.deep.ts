import { expect, it } from 'vitest'
import { ENDED, LINK, startWorking } from '../support/job-watches.ts'
import { startWatching } from '../support/watched-job.ts'

it('says that it can no longer follow a job that is gone', async () => {
  const { agent, ben, command, advance, direct } = await startWorking()
  await command('watch job_8f2', { by: ben })
  await advance(30_000)
  for (let look = 0; look < 3; look += 1) agent.fail('read', { status: 404 })
  await advance(10 * 60_000)
  expect(direct()).toEqual(['The agent no longer knows *job_8f2*, so I can’t tell you how it ends.'])
})

it('no longer follows a job once 🔕 is pressed, and follows it from a direct message as well', async () => {
  const { slack, agent, channel, ben, command, runDue, advance, direct, pressAndHear } = await startWorking()
  await command('watch job_8f2', { by: ben })
  const { ts: on = '' } = slack.ephemerals(channel, ben).at(-1) ?? {}
  expect(await pressAndHear('tell-me', { on, by: ben })).toBe('OK: I won’t write to you when *job_8f2* ends.')
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

it('does not write about a job once 🔕 is pressed, although Slack was too busy to take that before', async () => {
  const { slack, agent, channel, ben, pressAndHear, advance, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  slack.fail('chat.postMessage', { error: 'ratelimited', retryAfterS: 60, times: 2 })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(30_000)
  const { ts: on = '' } = slack.ephemerals(channel, ben).at(-1) ?? {}
  expect(await pressAndHear('tell-me', { on, by: ben })).toBe('OK: I won’t write to you when *job_8f2* ends.')
  await advance(200_000)
  expect(direct(ben)).toEqual([])
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

it('tells somebody who has left the private channel in which they asked nothing, once Slack says so', async () => {
  const { slack, agent, ana, ben, command, press, advance, direct } = await startWatching()
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana, ben] }).id
  agent.addJob({ id: 'job_plans', life: { ends: 'never' } })
  await command('job_plans lay them off', { by: ana, channel: secret })
  await advance(4_000)
  for (const by of [ana, ben]) await press('tell-me', { by, channel: secret, on: slack.messages(secret)[0]?.ts ?? '' })
  await slack.removeFrom(secret, ben)
  slack.fail('conversations.members', { error: 'internal_error', times: 2 })
  agent.finish('job_plans', { prLink: LINK })
  await advance(180_000)
  expect([direct(ana).length, direct(ben)]).toEqual([1, []])
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
