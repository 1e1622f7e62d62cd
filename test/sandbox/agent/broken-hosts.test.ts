import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import {
  type BrokenHost,
  createRefusingHost,
  createResettingHost,
  createSilentHost,
  createUnacceptingHost,
  unresolvableUrl
} from '../../../sandbox/agent/broken-hosts.ts'
import { get, post, startAgent } from './call-agent.ts'
import { toOutcome } from './outcome.ts'

async function started(create: () => Promise<BrokenHost>): Promise<BrokenHost> {
  const host = await create()
  onTestFinished(host.stop)
  return host
}

it('a refusing host refuses', async () => {
  const host = await started(createRefusingHost)
  expect(await toOutcome(fetch(host.url))).toEqual({ error: 'ECONNREFUSED' })
})

it('a resetting host accepts the connection and resets it unread', async () => {
  const host = await started(createResettingHost)
  const outcome = await toOutcome(fetch(host.url, { method: 'POST', body: 'Hello' }))
  expect(outcome).toMatchObject({ error: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET|EPIPE/) })
  expect(host.connections()).toBe(1)
})

it('a silent host accepts the connection and says nothing', async () => {
  const host = await started(createSilentHost)
  const outcome = await toOutcome(fetch(host.url, { signal: AbortSignal.timeout(100) }))
  expect(outcome).toEqual({ error: 'TimeoutError' })
  expect(host.connections()).toBeLessThanOrEqual(1)
})

it.skipIf(process.platform !== 'linux')('an unaccepting host neither accepts nor refuses a connection', async () => {
  const host = await started(createUnacceptingHost)
  const socket = connect({ port: Number(new URL(host.url).port), host: '127.0.0.1', timeout: 100 })
  onTestFinished(() => {
    socket.destroy()
  })
  const seen = await Promise.race([
    once(socket, 'timeout').then(() => 'nothing'),
    once(socket, 'connect').then(() => 'connected')
  ])
  expect(seen).toBe('nothing')
})

it('an unresolvable name is not found', async () => {
  const outcome = await toOutcome(fetch(unresolvableUrl))
  expect(outcome).toMatchObject({ error: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) })
})

it('the service refuses connections for a while and comes back on its port', async () => {
  await using running = await startAgent()
  const { agent } = running
  agent.addJob({ id: 'job_1' })
  await get(agent, 'job_1')
  for (const _ of [1, 2, 3]) {
    await agent.refuseConnections()
    expect(agent.snapshot().isReachable).toBe(false)
    expect(await toOutcome(get(agent, 'job_1'))).toEqual({ error: 'ECONNREFUSED' })
    await agent.acceptConnections()
    expect((await post(agent, 'job_1', 'Hello')).status).toBe(200)
  }
  await agent.refuseConnections()
  await agent.refuseConnections()
})
