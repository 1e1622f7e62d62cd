import { expect, it } from 'vitest'
import { ENDED, LINK, PROMISE, startWorking, THREAD } from '../support/job-watches.ts'
import { startWatching } from '../support/watched-job.ts'

it('writes to somebody who pressed 🔔 on the card when the job ends, once, though another one started it', async () => {
  const { slack, agent, channel, ana, ben, pressAndHear, advance, card, direct, thread } = await startWatching()
  expect(card()).toContain('[Check now] [🔔 Tell me]')
  expect(await pressAndHear('tell-me', { by: ben })).toBe(PROMISE)
  expect(await pressAndHear('tell-me', { by: ana })).toBe(PROMISE)
  await advance(30_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  expect([direct(ben), direct(ana)]).toEqual([[ENDED], [ENDED]])
  expect(thread()).toHaveLength(1)
  expect(slack.messages(channel)).toHaveLength(2)
})

it('writes nothing to somebody who pressed 🔔 again, or 🔕 on the answer', async () => {
  const { slack, agent, channel, ana, ben, press, pressAndHear, advance, direct, told } = await startWatching()
  const stopped = 'OK: I won’t write to you when *job_8f2* ends.'
  await pressAndHear('tell-me', { by: ana })
  expect(await pressAndHear('tell-me', { by: ana })).toBe(stopped)
  await pressAndHear('tell-me', { by: ben })
  const [{ ts } = { ts: '' }] = slack.ephemerals(channel, ben)
  await press('tell-me', { on: ts, by: ben })
  await slack.waitFor(() => told(ben)[0] === stopped, 'a private answer')
  agent.finish('job_8f2')
  await advance(120_000)
  expect([direct(ana), direct(ben)]).toEqual([[], []])
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

it.each([
  ['held', 'add examples', 20 * 60_000],
  ['scheduled', 'in 2 hours: add examples', 2 * 3_600_000],
  ['scheduled for days ahead', 'in 6 days: add examples', 6 * 24 * 3_600_000],
  ['about to be sent', 'add examples', 0]
])('tells whoever watches a job at rest when what is %s has ended', async (what, words, waitMs) => {
  const { agent, ben, command, runDue, sleep, advance, direct } = await startWorking('completed')
  if (what === 'held') agent.fail('send', { status: 429, retryAfter: '1200' })
  await command(`job_8f2 ${words}`)
  if (what !== 'about to be sent') await runDue()
  expect(await command('watch job_8f2', { by: ben })).toBe(
    '*job_8f2* is idle, with a follow-up still to be sent. I’ll write to you directly when the job ends.\n[🔕 Don’t tell me]'
  )
  await sleep(waitMs)
  await advance(60_000)
  expect(agent.sends()).toHaveLength(1)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(120_000)
  expect(direct()).toEqual([expect.stringContaining(`*job_8f2* has finished: <${LINK}|pull request #1> is ready.`)])
})

it('tells whoever watches a job that nothing happened when what was to be sent is cancelled', async () => {
  const { ben, command, runDue, press, advance, direct } = await startWorking('completed')
  await command('job_8f2 in 2 hours: add examples')
  await runDue()
  await command('watch job_8f2', { by: ben })
  await advance(60_000)
  expect(direct()).toEqual([])
  await press('cancel')
  await advance(10 * 60_000)
  const idle = '*job_8f2* is idle: I’ve seen no work since you asked, so I’ve stopped looking.'
  expect(direct()).toEqual([`${idle} <${THREAD}|Open its thread>`])
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

it('keeps its word to whoever pressed 🔔 and mutes the thread', async () => {
  const { agent, ben, pressAndHear, reply, advance, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await reply('mute', { by: ben })
  await advance(60_000)
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct(ben)).toEqual([ENDED])
})

it('asks whoever names no job which, and takes a link for its job', async () => {
  const { ben, command, runDue } = await startWorking()
  await command('job_8f2 add examples')
  await runDue()
  expect(await command('watch', { by: ben })).toMatch(/^Which job\? Name it by its id/)
  expect(await command('watch https://agents.example/runs/job_8f2', { by: ben })).toContain(
    'I’ll write to you directly when *job_8f2* ends.'
  )
})
