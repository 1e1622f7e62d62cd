import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import type { Doubt, ReadResult, SendResult } from '../../src/agent/agent-client.ts'
import { API_KEY, job, SHORT, startAgent } from './agent-of.ts'

type Row = { fault: Fault; sent: Partial<SendResult>; read: Partial<ReadResult>; reads?: number; bounds?: typeof SHORT }

const refused = (reason: string, status: number, words?: string, read = reason): Row => {
  const result = { kind: 'refused', status, words }
  return {
    fault: { status },
    sent: expect.objectContaining({ ...result, reason }),
    read: expect.objectContaining({ ...result, reason: read })
  }
}
const busy = (retryAfter: string | undefined, retryAfterMs: number | undefined): Row => ({
  fault: { status: 429, ...(retryAfter !== undefined && { retryAfter }) },
  sent: { kind: 'busy', retryAfterMs },
  read: { kind: 'busy', retryAfterMs }
})
/** Nobody knows whether it arrived: a send is left at that, a read is tried three times. */
const unclear = (fault: Fault, doubt: Doubt, why: string, bounds?: typeof SHORT): Row => ({
  fault,
  sent: { kind: 'maybe delivered', why: doubt },
  read: { kind: 'unavailable', why },
  reads: 3,
  bounds
})
const UNREADABLE = 'its answer could not be read'
const told = (fault: Fault): Row => {
  const job = expect.objectContaining({ source: { repository: 'https://github.com/example/shop', ref: 'main' } })
  return { fault, sent: { kind: 'accepted', job }, read: { kind: 'job', job } }
}

/** One of each kind of answer. What becomes of a follow-up that meets any fault is in test/matrix/agent-faults.deep.ts. */
const rows: Row[] = [
  refused('invalid', 400, 'Bad Request', 'other'),
  refused('key refused', 401, 'Unauthorized'),
  refused('not allowed', 403, 'Forbidden'),
  refused('unknown job', 404, 'Not Found'),
  refused('other', 422, 'Unprocessable Entity'),
  ...[301, 302, 307, 308].map(
    (status): Row => ({ ...refused('redirect', status), fault: { kind: 'redirect', status } })
  ),
  busy(undefined, undefined),
  busy('30', 30_000),
  unclear({ kind: 'redirect', status: 303 }, 'unreadable', 'it answered 303'),
  ...[408, 409, 425, 503].map(status => unclear({ status }, 'server error', `it answered ${status}`)),
  unclear({ kind: 'html 200' }, 'unreadable', UNREADABLE),
  unclear({ kind: 'other job' }, 'unreadable', UNREADABLE),
  ...['', '{}', '[]', 'null'].map(body => unclear({ status: 200, body }, 'unreadable', UNREADABLE)),
  unclear({ kind: 'huge body' }, 'unreadable', 'too big'),
  unclear({ kind: 'cut mid-body' }, 'cut off', 'cut off'),
  { ...unclear({ kind: 'slow headers' }, 'too slow', 'too slow', SHORT), reads: 1 },
  { ...unclear({ kind: 'slow body' }, 'too slow', 'too slow', SHORT), reads: 1 },
  told({ kind: 'huge body', bytes: 900_000 }),
  told({ kind: 'slow headers', delayMs: 50 }),
  told({ kind: 'slow body', delayMs: 50 })
]

describe('what the agent service can do to one call', () => {
  it.each(rows)('a send meets $fault', async ({ fault, sent, bounds }) => {
    const { agent, client } = await startAgent({ bounds })
    agent.fail('send', { ...fault, times: 'until cleared' })
    const result = await client.sendMessage(job('job_1'), 'Shorten the intro')
    expect(result).toEqual(sent)
    // However unclear the answer, the message is never sent twice.
    expect(agent.requests({ asked: 'send' })).toHaveLength(1)
    expect(agent.redirected()).toEqual([])
    expect(JSON.stringify(result)).not.toContain(API_KEY)
  })

  it.each(rows)('a read meets $fault', async ({ fault, read, reads = 1, bounds }) => {
    const { agent, client } = await startAgent({ bounds })
    agent.fail('read', { ...fault, times: 'until cleared' })
    expect(await client.readJob(job('job_1'))).toEqual(read)
    expect(agent.requests({ asked: 'read' })).toHaveLength(reads)
    expect(agent.redirected()).toEqual([])
  })

  it('logs an answer about another job, with nothing but the ids', async () => {
    const logged: object[] = []
    const { agent, client } = await startAgent({ log: { warn: (facts, words) => logged.push({ ...facts, words }) } })
    agent.fail('send', { kind: 'other job' })
    await client.sendMessage(job('job_1'), 'Shorten the intro')
    const words = 'The agent service answered about another job'
    expect(logged).toEqual([{ job: 'job_1', answered: 'job_1-other', words }])
  })

  it('compares an id that is a number, too', async () => {
    const { agent, client } = await startAgent()
    const answered = async (id: number) => {
      agent.fail('read', { status: 200, body: JSON.stringify({ id, status: 'completed' }), times: 'until cleared' })
      return client.readJob(job('12345'))
    }
    expect(await answered(999)).toMatchObject({ kind: 'unavailable' })
    agent.clearFaults()
    expect(await answered(12_345)).toMatchObject({ kind: 'job' })
  })

  it('a read that fails once or twice is answered by the next try', async () => {
    const { agent, client } = await startAgent()
    agent.fail('read', { kind: 'reset before read' })
    agent.fail('read', { status: 503 })
    expect(await client.readJob(job('job_1'))).toMatchObject({ kind: 'job', job: { status: 'completed' } })
  })

  it('when every answer is lost, retries stay at a tenth of the traffic', async () => {
    const { agent, client } = await startAgent()
    agent.fail('read', { status: 503, times: 'until cleared' })
    for (let call = 0; call < 40; call += 1) await client.readJob(job('job_1'))
    expect(agent.requests({ asked: 'read' }).length).toBeLessThanOrEqual(40 + 10 + 4)
  })
})
