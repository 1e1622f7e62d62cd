import { describe, expect, it } from 'vitest'
import { type Fault, faultKinds } from '../../../sandbox/agent/fault.ts'
import { get, post, startAgent } from './call-agent.ts'
import { toOutcome } from './outcome.ts'

type Seen = { status: number; text?: unknown; contentType?: unknown } | { error: string }
type Row = { fault: Fault; processed: boolean; seen: Seen }

const json = expect.stringContaining('application/json')
const html = expect.stringContaining('text/html')
const record = expect.stringContaining('"id":"job_1"')

const rows: Row[] = [
  ...[200, 201, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503].map(
    (status): Row => ({
      fault: { status },
      processed: false,
      seen: { status, contentType: json, text: expect.stringMatching(/^\{"error":".+"\}$/) }
    })
  ),
  { fault: { status: 500, processed: true }, processed: true, seen: { status: 500 } },
  { fault: { status: 503, body: 'busy' }, processed: false, seen: { status: 503, text: 'busy' } },
  {
    fault: { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } },
    processed: false,
    seen: { status: 502, contentType: 'text/html', text: '<html>' }
  },
  { fault: { kind: 'malformed json' }, processed: true, seen: { status: 200, text: expect.not.stringMatching(/\}$/) } },
  { fault: { kind: 'wrong shape' }, processed: true, seen: { status: 200, text: expect.stringContaining('"id":7') } },
  { fault: { kind: 'empty 200' }, processed: true, seen: { status: 200, text: '' } },
  {
    fault: { kind: 'missing status' },
    processed: true,
    seen: { status: 200, text: expect.not.stringContaining('status') }
  },
  {
    fault: { kind: 'unknown status' },
    processed: true,
    seen: { status: 200, text: expect.stringContaining('"status":"paused"') }
  },
  {
    fault: { kind: 'unknown status', value: 'Erledigt?' },
    processed: true,
    seen: { status: 200, text: expect.stringContaining('"status":"Erledigt?"') }
  },
  {
    fault: { kind: 'other job' },
    processed: true,
    seen: { status: 200, text: expect.stringContaining('"id":"job_1-other"') }
  },
  { fault: { kind: 'html 200' }, processed: false, seen: { status: 200, contentType: html } },
  { fault: { kind: 'html 502' }, processed: false, seen: { status: 502, contentType: html } },
  { fault: { kind: 'slow headers', delayMs: 1 }, processed: true, seen: { status: 200, text: record } },
  { fault: { kind: 'slow body', delayMs: 1 }, processed: true, seen: { status: 200, text: record } },
  { fault: { kind: 'slow headers', delayMs: 1, processed: false }, processed: false, seen: { status: 200 } },
  { fault: { kind: 'reset before read' }, processed: false, seen: { error: 'ECONNRESET' } },
  { fault: { kind: 'reset after processing' }, processed: true, seen: { error: 'ECONNRESET' } },
  { fault: { kind: 'cut mid-body' }, processed: true, seen: { error: 'UND_ERR_SOCKET' } },
  { fault: { kind: 'cut mid-body', processed: false }, processed: false, seen: { error: 'UND_ERR_SOCKET' } }
]

describe('each fault', () => {
  it.each(rows)('on a send: $fault', async ({ fault, processed, seen }) => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('send', fault)

    expect(await toOutcome(post(agent, 'job_1', 'Hello'))).toMatchObject(seen)

    expect(agent.sends()).toHaveLength(processed ? 1 : 0)
    expect(agent.budgetUsed()).toBe(processed ? 1 : 0)
    expect(agent.job('job_1').status).toBe(processed ? 'active' : 'completed')
    expect(agent.requests()).toMatchObject([
      { processed, fault: 'kind' in fault ? fault.kind : `status ${fault.status}` }
    ])
    expect(await toOutcome(get(agent, 'job_1'))).toMatchObject({ status: 200 })
  })

  it.each(rows)('on a read: $fault', async ({ fault, seen }) => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('read', fault)

    expect(await toOutcome(post(agent, 'job_1', 'Hello'))).toMatchObject({ status: 200 })
    expect(await toOutcome(get(agent, 'job_1'))).toMatchObject(seen)
    expect(await toOutcome(get(agent, 'job_1'))).toMatchObject({ status: 200, text: record })
  })

  it.each(['30', '0', '-5', '999999999999', 'soon', '', 'Mon, 05 Jan 2026 09:01:00 GMT'])(
    'Retry-After is sent as given: "%s"',
    async retryAfter => {
      await using started = await startAgent()
      started.agent.addJob({ id: 'job_1' })
      started.agent.fail('any', { status: 429, retryAfter })
      const answer = await get(started.agent, 'job_1')
      expect(answer.status).toBe(429)
      expect(answer.headers.get('retry-after')).toBe(retryAfter)
    }
  )

  it('a huge body is a 10 MB record without a content length', async () => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('read', { kind: 'huge body', times: 2 })

    const whole = await get(agent, 'job_1')
    expect(whole.headers.get('content-length')).toBeNull()
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(10 * 1024 * 1024)

    const left = await get(agent, 'job_1')
    await left.body?.cancel()
    expect(await toOutcome(get(agent, 'job_1'))).toMatchObject({ status: 200, text: record })
  })

  it('a redirect leads to another host, which counts whoever follows', async () => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('any', { kind: 'redirect', times: 2 })

    const kept = await fetch(`${agent.url}/v2/agent/${agent.projectId}/job/job_1`, { redirect: 'manual' })
    expect(kept.status).toBe(307)
    const location = new URL(kept.headers.get('location') ?? '')
    expect(location.host).not.toBe(new URL(agent.url).host)
    expect(location.hostname).not.toBe(new URL(agent.url).hostname)
    expect(agent.redirected()).toEqual([])

    expect(await toOutcome(post(agent, 'job_1', 'Hello'))).toMatchObject({ status: 200 })
    await fetch(location, { headers: { 'x-key': agent.apiKey } })
    expect(agent.redirected()).toEqual([
      { method: 'POST', path: '/elsewhere', carriedKey: false },
      { method: 'GET', path: '/elsewhere', carriedKey: true }
    ])
    expect(agent.sends()).toEqual([])
  })

  it.each(['slow headers', 'slow body'] as const)('%s: the answer is held until it is released', async kind => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('send', { kind, delayMs: 600_000 })
    const outcome = toOutcome(post(agent, 'job_1', 'Hello'))
    await agent.waitFor(() => agent.sends('job_1').length === 1, 'the send')
    agent.releaseSlow()
    expect(await outcome).toMatchObject({ status: 200, text: JSON.stringify(agent.job('job_1')) })
  })

  it.each(['hang', 'slow headers', 'slow body'] as const)('the caller gives up on: %s', async kind => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('send', { kind, processed: true })
    const giveUp = new AbortController()
    const outcome = toOutcome(post(agent, 'job_1', 'Hello', { signal: giveUp.signal }))
    await agent.waitFor(() => agent.sends('job_1').length === 1, 'the send')
    expect(agent.snapshot().held).toBe(kind === 'hang' ? 0 : 1)
    giveUp.abort()
    expect(await outcome).toEqual({ error: 'AbortError' })
    await agent.waitFor(() => agent.snapshot().held === 0, 'no held answer')
    expect(await toOutcome(get(agent, 'job_1'))).toMatchObject({ status: 200 })
  })

  it('a reset before the read leaves the message unread', async () => {
    await using started = await startAgent()
    const { agent } = started
    agent.addJob({ id: 'job_1' })
    agent.fail('send', { kind: 'reset before read' })
    await toOutcome(post(agent, 'job_1', 'Hello'))
    expect(agent.requests()).toMatchObject([{ asked: 'send', jobId: 'job_1', answered: null, body: undefined }])
  })

  it('every kind is in the table or has a test of its own', () => {
    const tabled = rows.flatMap(row => ('kind' in row.fault ? [row.fault.kind] : []))
    const alone = ['huge body', 'redirect', 'hang']
    expect([...new Set([...tabled, ...alone])].sort()).toEqual([...faultKinds].sort())
  })
})
