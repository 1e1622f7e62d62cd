import { expect, it } from 'vitest'
import type { AgentJob, JobLife } from '../../../sandbox/agent/stand-in-job.ts'
import { post, startAgent } from './call-agent.ts'

const pull = (number: number): string => `https://github.com/example/shop/pull/${number}`
const old = 'https://github.com/example/shop/pull/old'
const shown = ({ status, prLink }: AgentJob): string => `${status} ${prLink?.replace(pull(0).slice(0, -1), '#') ?? '-'}`

it.each<[string, JobLife | undefined, Record<number, string>]>([
  ['nothing scripted: works until ended by hand', undefined, { 0: 'active -', 1e9: 'active -' }],
  ['defaults', {}, { 0: 'active -', 9999: 'active -', 10000: 'completed #1', 1e9: 'completed #1' }],
  ['never ends', { ends: 'never' }, { 0: 'active -', 1e9: 'active -' }],
  ['fails', { worksMs: 5, ends: 'failed' }, { 4: 'active -', 5: 'failed -' }],
  ['is archived', { worksMs: 5, ends: 'archived' }, { 4: 'active -', 5: 'archived -' }],
  ['ends in its own word', { worksMs: 5, ends: 'paused' }, { 4: 'active -', 5: 'paused -' }],
  ['at once', { worksMs: 0 }, { 0: 'completed #1' }],
  ['changes nothing', { worksMs: 5, pullRequest: false }, { 5: 'completed -' }],
  ['the same link', { worksMs: 5, pullRequest: 'same' }, { 0: 'active -', 5: 'completed #old' }],
  ['a link of its own', { worksMs: 5, pullRequest: 'https://x.test/1' }, { 5: 'completed https://x.test/1' }],
  ['a failure with a link', { worksMs: 5, ends: 'failed', pullRequest: true }, { 5: 'failed #1' }],
  ['a late link', { worksMs: 5, linkLateMs: 10 }, { 5: 'completed -', 14: 'completed -', 15: 'completed #1' }],
  [
    'an earlier link, then a late one',
    { worksMs: 5, linkLateMs: 10, keepsOldLink: true },
    { 0: 'active #old', 5: 'completed #old', 15: 'completed #1' }
  ],
  [
    'an earlier link, nothing changed',
    { worksMs: 5, pullRequest: false, keepsOldLink: true },
    { 0: 'active #old', 5: 'completed #old' }
  ],
  [
    'stale for a while',
    { worksMs: 10, staleMs: 4 },
    { 0: 'completed #old', 3: 'completed #old', 4: 'active -', 10: 'completed #1' }
  ],
  ['stale beyond the work', { worksMs: 5, staleMs: 9 }, { 8: 'completed #old', 9: 'completed #1' }],
  ['leaves status out', { worksMs: 5, omitStatus: true }, { 0: 'undefined -', 5: 'undefined #1' }]
])('after a message to a completed job with a link: %s', async (_, life, at) => {
  const { agent, clock } = await startAgent()
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

it.each<{ whileActive?: 'restart' | 'queue'; doneAt: number }>([
  { doneAt: 14_000 },
  { whileActive: 'restart', doneAt: 14_000 },
  { whileActive: 'queue', doneAt: 20_000 }
])('a second message while the job works, $whileActive: done after $doneAt ms', async ({ whileActive, doneAt }) => {
  const { agent, clock } = await startAgent()
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

it('tells all that a job showed during the millisecond in which work ended and other work began', async () => {
  const { agent, clock } = await startAgent()
  agent.addJob({ id: 'job_1', life: { worksMs: 5 } })
  await post(agent, 'job_1', 'One')
  clock.advance(5)
  await post(agent, 'job_1', 'Two')
  const statuses = [-1, 0, 1, 5].map(ms => agent.statusesDuring('job_1', clock.now() + ms))
  expect(statuses).toEqual([['active'], ['active', 'completed', 'active'], ['active'], ['active', 'completed']])
})
