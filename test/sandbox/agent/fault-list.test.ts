import { describe, expect, it } from 'vitest'
import type { Fault, FaultTarget } from '../../../sandbox/agent/fault.ts'
import { get, post, startAgent } from './call-agent.ts'

const statuses = (answers: Response[]): number[] => answers.map(answer => answer.status)

describe('faults apply in the order they were set', () => {
  it.each<{ name: string; set: [FaultTarget, Fault][]; reads: number[]; sends: number[] }>([
    { name: 'none', set: [], reads: [200, 200], sends: [200, 200] },
    { name: 'one for reads', set: [['read', { status: 500 }]], reads: [500, 200], sends: [200, 200] },
    { name: 'one for any', set: [['any', { status: 500 }]], reads: [500, 200], sends: [200, 200] },
    {
      name: 'two in a row',
      set: [
        ['send', { status: 503 }],
        ['send', { status: 429 }]
      ],
      reads: [200, 200, 200],
      sends: [503, 429, 200]
    },
    { name: 'twice', set: [['send', { status: 503, times: 2 }]], reads: [200], sends: [503, 503, 200] },
    {
      name: 'until cleared, for any',
      set: [['any', { status: 503, times: 'until cleared' }]],
      reads: [503, 503, 503],
      sends: [503, 503, 503]
    },
    { name: 'for another job', set: [['read', { status: 500, jobId: 'job_2' }]], reads: [200], sends: [200] },
    {
      name: 'the first that fits',
      set: [
        ['send', { status: 500 }],
        ['any', { status: 503 }],
        ['read', { status: 429 }]
      ],
      reads: [503, 429, 200],
      sends: [500, 200]
    }
  ])('$name', async ({ set, reads, sends }) => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    for (const [target, fault] of set) agent.fail(target, fault)
    const read: Response[] = []
    for (const _ of reads) read.push(await get(agent, 'job_1'))
    const sent: Response[] = []
    for (const _ of sends) sent.push(await post(agent, 'job_1', 'Hello'))
    expect(statuses(read)).toEqual(reads)
    expect(statuses(sent)).toEqual(sends)
  })

  it('one fault is cleared by its id, all of them without an id', async () => {
    await using started = await startAgent()
    const { agent } = started
    const first = agent.fail('read', { status: 500, times: 'until cleared' })
    agent.fail('send', { kind: 'reset after processing' })
    agent.fail('any', { status: 503, times: 3 })
    agent.clearFaults(first)
    expect(agent.faults()).toMatchObject([
      { target: 'send', label: 'reset after processing', processed: true, left: 1 },
      { target: 'any', label: 'status 503', processed: false, left: 3 }
    ])
    agent.clearFaults()
    expect(agent.faults()).toEqual([])
  })
})

it('faults can be chosen per request, after those in the list', async () => {
  await using started = await startAgent()
  const { agent } = started
  agent.addJob({ id: 'job_1' })
  agent.addJob({ id: 'job_2' })
  agent.chooseFaults((asked, jobId) => (asked === 'read' && jobId === 'job_1' ? { status: 503 } : undefined))
  agent.fail('read', { status: 500 })
  const seen: Response[] = []
  for (const jobId of ['job_1', 'job_1', 'job_2']) seen.push(await get(agent, jobId))
  expect(statuses(seen)).toEqual([500, 503, 200])
  expect((await post(agent, 'job_1', 'Hello')).status).toBe(200)
  agent.clearFaults()
  expect((await get(agent, 'job_1')).status).toBe(200)
})

it.each<{ name: string; fault: Fault }>([
  { name: 'a status below 200', fault: { status: 100 } },
  { name: 'no times', fault: { status: 500, times: 0 } },
  { name: 'a header that is none', fault: { status: 429, retryAfter: 'a\nb' } },
  { name: 'processed, though never read', fault: { kind: 'reset before read', processed: true } },
  { name: 'unprocessed, though reset after', fault: { kind: 'reset after processing', processed: false } }
])('an impossible fault is refused: $name', async ({ fault }) => {
  await using started = await startAgent()
  expect(() => started.agent.fail('any', fault)).toThrow()
  expect(started.agent.faults()).toEqual([])
})
