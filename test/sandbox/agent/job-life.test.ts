import { describe, expect, it } from 'vitest'
import type { JobLife } from '../../../sandbox/agent/job-life.ts'
import type { StandInAgent } from '../../../sandbox/agent/stand-in-agent.ts'
import type { AgentJob, NewJob } from '../../../sandbox/agent/stand-in-job.ts'
import { get, post, startAgent } from './call-agent.ts'

const pull = (number: number): string => `https://github.com/example/shop/pull/${number}`
const old = 'https://github.com/example/shop/pull/old'
const shown = ({ status, prLink }: AgentJob): string => `${status} ${prLink?.replace(pull(0).slice(0, -1), '#') ?? '-'}`

describe('after a message to a completed job with a link', () => {
  it.each<{ name: string; life?: JobLife; at: Record<number, string> }>([
    { name: 'nothing scripted: works until ended by hand', at: { 0: 'active -', 1e9: 'active -' } },
    { name: 'defaults', life: {}, at: { 0: 'active -', 9999: 'active -', 10000: 'completed #1', 1e9: 'completed #1' } },
    { name: 'never ends', life: { ends: 'never' }, at: { 0: 'active -', 1e9: 'active -' } },
    { name: 'fails', life: { worksMs: 5, ends: 'failed' }, at: { 4: 'active -', 5: 'failed -' } },
    { name: 'is archived', life: { worksMs: 5, ends: 'archived' }, at: { 4: 'active -', 5: 'archived -' } },
    { name: 'ends in its own word', life: { worksMs: 5, ends: 'paused' }, at: { 4: 'active -', 5: 'paused -' } },
    { name: 'at once', life: { worksMs: 0 }, at: { 0: 'completed #1' } },
    { name: 'changes nothing', life: { worksMs: 5, pullRequest: false }, at: { 5: 'completed -' } },
    { name: 'the same link', life: { worksMs: 5, pullRequest: 'same' }, at: { 0: 'active -', 5: 'completed #old' } },
    {
      name: 'a link of its own',
      life: { worksMs: 5, pullRequest: 'https://x.test/1' },
      at: { 5: 'completed https://x.test/1' }
    },
    { name: 'a failure with a link', life: { worksMs: 5, ends: 'failed', pullRequest: true }, at: { 5: 'failed #1' } },
    {
      name: 'a late link',
      life: { worksMs: 5, linkLateMs: 10 },
      at: { 5: 'completed -', 14: 'completed -', 15: 'completed #1' }
    },
    {
      name: 'an earlier link, then a late one',
      life: { worksMs: 5, linkLateMs: 10, keepsOldLink: true },
      at: { 0: 'active #old', 5: 'completed #old', 15: 'completed #1' }
    },
    {
      name: 'an earlier link, nothing changed',
      life: { worksMs: 5, pullRequest: false, keepsOldLink: true },
      at: { 0: 'active #old', 5: 'completed #old' }
    },
    {
      name: 'stale for a while',
      life: { worksMs: 10, staleMs: 4 },
      at: { 0: 'completed #old', 3: 'completed #old', 4: 'active -', 10: 'completed #1' }
    },
    { name: 'stale beyond the work', life: { worksMs: 5, staleMs: 9 }, at: { 8: 'completed #old', 9: 'completed #1' } },
    { name: 'leaves status out', life: { worksMs: 5, omitStatus: true }, at: { 0: 'undefined -', 5: 'undefined #1' } }
  ])('$name', async ({ life, at }) => {
    await using started = await startAgent()
    const { agent, clock } = started
    agent.addJob({ id: 'job_1', prLink: old, life })
    const sentAt = clock.now()
    await post(agent, 'job_1', 'Hello')
    const seen: Record<number, string> = {}
    for (const ms of Object.keys(at).map(Number)) {
      clock.advance(sentAt + ms - clock.now())
      seen[ms] = shown(agent.job('job_1'))
    }
    expect(seen).toEqual(at)
  })
})

describe('a second message while the job works', () => {
  it.each<{ whileActive?: 'restart' | 'queue'; doneAt: number }>([
    { doneAt: 14_000 },
    { whileActive: 'restart', doneAt: 14_000 },
    { whileActive: 'queue', doneAt: 20_000 }
  ])('$whileActive: done after $doneAt ms', async ({ whileActive, doneAt }) => {
    await using started = await startAgent()
    const { agent, clock } = started
    agent.addJob({ id: 'job_1', life: { whileActive } })
    await post(agent, 'job_1', 'One')
    clock.advance(4_000)
    await post(agent, 'job_1', 'Two')
    clock.advance(doneAt - 4_001)
    expect(agent.job('job_1').status).toBe('active')
    expect(agent.jobs()[0]?.nextChangeAtMs).toBe(clock.now() + 1)
    clock.advance(1)
    expect(shown(agent.job('job_1'))).toBe('completed #2')
    expect(agent.jobs()[0]?.nextChangeAtMs).toBeNull()
  })
})

it('tells all that a job showed during the millisecond in which work ended and other work began', async () => {
  await using started = await startAgent()
  const { agent, clock } = started
  agent.addJob({ id: 'job_1', life: { worksMs: 5 } })
  await post(agent, 'job_1', 'One')
  clock.advance(5)
  await post(agent, 'job_1', 'Two')
  const statuses = [-1, 0, 1, 5].map(ms => agent.statusesDuring('job_1', clock.now() + ms))
  expect(statuses).toEqual([['active'], ['active', 'completed', 'active'], ['active'], ['active', 'completed']])
})

describe('by hand', () => {
  const started = { id: 'job_1', status: 'active' }
  it.each<{ name: string; job?: NewJob; act: (agent: StandInAgent) => void; now: string; later?: string }>([
    { name: 'finish', act: agent => agent.finish('job_1'), now: 'completed #1' },
    { name: 'finish without a change', act: agent => agent.finish('job_1', { prLink: null }), now: 'completed -' },
    { name: 'finish with a link', act: agent => agent.finish('job_1', { prLink: pull(77) }), now: 'completed #77' },
    {
      name: 'finish with a late link',
      act: agent => agent.finish('job_1', { linkLateMs: 1_000 }),
      now: 'completed -',
      later: 'completed #1'
    },
    {
      name: 'finish as its life says',
      job: { ...started, life: { pullRequest: false } },
      act: agent => agent.finish('job_1'),
      now: 'completed -'
    },
    { name: 'fail', act: agent => agent.failJob('job_1'), now: 'failed -' },
    { name: 'archive', act: agent => agent.archive('job_1'), now: 'archived -' },
    { name: 'set a status', act: agent => agent.setJob('job_1', { status: 'odd' }), now: 'odd -' },
    { name: 'set a link', act: agent => agent.setJob('job_1', { prLink: old }), now: 'active #old' },
    { name: 'set the model only', act: agent => agent.setJob('job_1', { model: 'm' }), now: 'active -' }
  ])('$name', async ({ job, act, now, later }) => {
    await using running = await startAgent()
    const { agent, clock } = running
    agent.addJob(job ?? started)
    act(agent)
    expect(shown(agent.job('job_1'))).toBe(now)
    clock.advance(1_000)
    expect(shown(agent.job('job_1'))).toBe(later ?? now)
  })

  it('ending a job by hand cancels what was planned for it', async () => {
    await using running = await startAgent()
    const { agent, clock } = running
    agent.addJob({ id: 'job_1', life: { worksMs: 5_000 } })
    await post(agent, 'job_1', 'Hello')
    agent.failJob('job_1')
    expect(agent.jobs()).toMatchObject([{ nextChangeAtMs: null }])
    clock.advance(60_000)
    expect(shown(agent.job('job_1'))).toBe('failed -')
  })

  it('an archived job has an archive time, and loses it when it works again', async () => {
    await using running = await startAgent()
    const { agent, clock } = running
    agent.addJob({ id: 'job_1', life: { worksMs: 1_000, ends: 'archived' } })
    agent.archive('job_1')
    expect(agent.job('job_1').archivedAt).toBe(new Date(clock.now()).toISOString())
    await post(agent, 'job_1', 'Hello')
    expect(agent.job('job_1').archivedAt).toBeNull()
    clock.advance(3_000)
    expect(agent.job('job_1').archivedAt).toBe(new Date(clock.now() - 2_000).toISOString())
  })

  it.each<(agent: StandInAgent) => void>([
    agent => agent.finish('job_9'),
    agent => agent.failJob('job_9'),
    agent => agent.archive('job_9'),
    agent => agent.setJob('job_9', {}),
    agent => agent.addJob({ id: 'job_1' }),
    agent => agent.addJob({ id: '' }),
    agent => agent.job('job_9')
  ])('a job that does not exist, or already does: %s', async act => {
    await using running = await startAgent()
    running.agent.addJob({ id: 'job_1' })
    expect(() => act(running.agent)).toThrow()
  })
})

describe('the record', () => {
  it('status is left out of the answers it should be missing from', async () => {
    await using running = await startAgent()
    const { agent } = running
    agent.addJob({ id: 'job_1', life: { omitStatus: 'send' } })
    expect(await (await post(agent, 'job_1', 'Hello')).json()).not.toHaveProperty('status')
    expect(await (await get(agent, 'job_1')).json()).toHaveProperty('status')
    agent.setJob('job_1', { life: { omitStatus: 'read' } })
    expect(await (await post(agent, 'job_1', 'Hello')).json()).toHaveProperty('status')
    expect(await (await get(agent, 'job_1')).json()).not.toHaveProperty('status')
  })

  it('any field can be missing, null or new', async () => {
    await using running = await startAgent()
    const { agent } = running
    const omit: NewJob['omit'] = ['id', 'status', 'model', 'prLink', 'createdAt', 'archivedAt']
    agent.addJob({ id: 'job_1', repository: null, ref: null, omit, extra: { turns: [1] } })
    expect(await (await get(agent, 'job_1')).json()).toEqual({ source: { repository: null, ref: null }, turns: [1] })
    agent.setJob('job_1', { omit: [...omit, 'source'], extra: {} })
    expect(await (await get(agent, 'job_1')).json()).toEqual({})
  })
})
