import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { Journey } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const prompts = ({ agent }: Journey) => agent.sends().map(({ prompt }) => prompt)

const result = (people: string) =>
  `bot, also in #docs: ${people}, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.`

it('waits for an earlier reply until Slack says who wrote it', async () => {
  const journey = await startWatching()
  const { slack, reply, advance, ana, thread } = journey
  slack.fail('users.info', { error: 'internal_error', times: 3 })
  await reply('step 1')
  await reply('step 2', { by: ana })
  await advance(5_000)
  expect(thread()).toEqual(['Ben: step 1', 'Ana: step 2 👀'])
  await advance(15_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 1', 'step 2'])
})

it('reads a job once for everybody waiting for it, and tells them in one message', async () => {
  const journey = await startWatching()
  const { agent, reply, advance, ana, looks, thread, card } = journey
  await reply('step 1')
  await reply('step 2', { by: ana })
  await reply('step 3')
  await advance(1_000)
  const before = looks()
  await advance(120_000)
  // One follow-up alone is looked at after 5, 20, 28, 36, 44, … seconds.
  expect(looks() - before).toBeLessThan(18)
  agent.finish('job_8f2')
  await advance(180_000)
  expect(thread().slice(0, 3)).toEqual(['Ben: step 1 ✅', 'Ana: step 2 ✅', 'Ben: step 3 ✅'])
  expect(
    thread()
      .slice(3)
      .map(line => line.split('\n')[0])
  ).toEqual([result('@Ana @Ben')])
  expect(thread().at(-1)).toContain(
    '>add examples\n— Sent while it was working, by @Ben @Ana:\n>step 1\n>step 2\n>step 3'
  )
  expect(card()).toContain(' · 4 follow-ups\n')
})

it('tells both threads on one job what became of their instructions, and looks once for both', async () => {
  const { slack, agent, ana, ben, command, runDue, advance, looks, thread } = await startWatching()
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  await advance(2_000)
  await command('job_8f2 add tests', { by: ben, channel: api })
  await runDue()
  await advance(1_000)
  const before = looks()
  await advance(60_000)
  expect(looks() - before).toBeLessThan(10)
  agent.finish('job_8f2')
  await advance(180_000)
  expect(thread().map(line => line.split('\n')[0])).toEqual([result('@Ana')])
  expect(slack.messages(api).map(({ text }) => text.split('\n')[0])).toEqual([
    '✅ *job_8f2* · ready for review · <https://github.com/example/shop/pull/1|pull request #1>',
    '<@U0BEN>, *job_8f2* finished: <https://github.com/example/shop/pull/1|pull request #1> is ready.'
  ])
})

it('keeps the order across threads: a held one holds up later ones of its job, but no other job', async () => {
  const journey = await startWatching()
  const { slack, agent, ana, ben, command, reply, advance, thread, card } = journey
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  agent.addJob({ id: 'job_other', life: { ends: 'never' } })
  agent.fail('send', { status: 429, retryAfter: '60', jobId: 'job_8f2' })
  await reply('step 1')
  await advance(2_000)
  await command('job_8f2 from another thread', { by: ben, channel: api })
  await advance(2_000)
  expect(slack.messages(api).map(asShown)).toEqual([
    '⏸ *job_8f2* · waiting for its turn\n>from another thread\n— example/shop on `main` · @Ben · 2026-11-20 14:00\n— An earlier follow-up for this job is held until 14:01, and goes out first.\n[Cancel]'
  ])
  expect(thread()[1]).toContain('at about 14:01. 1 more is waiting behind it.\n')
  await reply('step 3')
  await advance(2_000)
  expect(thread()[0]).toBe('Ben: step 1 ⏸')
  expect(thread()[2]).toBe('Ben: step 3 👀')
  expect(thread()[1]).toContain('at about 14:01. 2 more are waiting behind it.\n')
  expect(card()).toContain('at about 14:01. 2 more are waiting behind it.\n')
  await advance(60_000)
  expect(slack.messages(api)[0]?.text).toMatch(/^⏳ \*job_8f2\* · working\n/)
  expect(prompts(journey)).toEqual(['add examples', 'step 1', 'from another thread', 'step 3'])
})

it('lets the next one go when the first in line is refused', async () => {
  const journey = await startWatching({ errors: ['The agent service refuses requests from this bot'] })
  const { slack, agent, reply, advance } = journey
  slack.hold()
  await reply('step 1')
  await reply('step 2')
  agent.fail('send', { status: 403 })
  await slack.release()
  await advance(3_000)
  expect(journey.thread().slice(0, 2)).toEqual(['Ben: step 1 ❌', 'Ben: step 2 📨'])
  expect(prompts(journey)).toEqual(['add examples', 'step 2'])
})

it('does not give a reply a result that was already on its way', async () => {
  const journey = await startWatching()
  const { agent, reply, runDue, advance, thread } = journey
  agent.finish('job_8f2')
  agent.setJob('job_8f2', { life: { staleMs: 10_000, worksMs: 30_000 } })
  await reply('one more thing')
  await runDue()
  await advance(8_000)
  // What finished was Ana's; Ben's instruction is still being worked on.
  expect(thread().map(line => line.split('\n')[0])).toEqual(['Ben: one more thing 📨', result('@Ana')])
  await advance(60_000)
  expect(thread()[0]).toBe('Ben: one more thing ✅')
  expect(thread()).toHaveLength(3)
})

it('resumes after a restart where it was: held, waiting in line and watched', async () => {
  const journey = await startWatching()
  const { agent, reply, advance, restart, thread } = journey
  agent.fail('send', { status: 429, retryAfter: '60' })
  await reply('step 1')
  await reply('step 2')
  await advance(2_000)
  await restart()
  await advance(70_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 1', 'step 2'])
  await restart()
  agent.finish('job_8f2')
  await advance(180_000)
  expect(thread().filter(line => line.startsWith('Ben'))).toEqual(['Ben: step 1 ✅', 'Ben: step 2 ✅'])
  expect(thread().map(line => line.split('\n')[0])).toContain(result('@Ana @Ben'))
  expect(thread().at(-1)).toContain('>step 1\n>step 2')
})
