import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { holdPort } from '../../sandbox/shared/open-port.ts'
import { createAgents, fetchThrough } from '../../src/http/request.ts'
import { eventually } from '../support/eventually.ts'
import { serve } from '../support/serve.ts'
import { API_KEY, clientOf, job, SHORT, startAgent } from './agent-of.ts'

const PAIR = new URL('../support/throwaway-certificate/', import.meta.url)
const certificate = await readFile(new URL('certificate.pem', PAIR), 'utf8')
const key = await readFile(new URL('key.pem', PAIR), 'utf8')

const send = (url: string, options: Parameters<typeof clientOf>[1] = {}) =>
  clientOf(url, options).sendMessage(job('job_1'), 'Hello')

async function startSecureHost(answer: RequestListener) {
  const requests: string[] = []
  const server = createServer({ cert: certificate, key }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  return { url: `https://localhost:${await serve(server)}`, requests }
}

function trustOurCertificate(): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

/** Each is there until the test ends. Those that accept connections count them. */
type BrokenHost = { url: string; connections?: () => number }

/** RFC 6761 keeps .invalid out of every name server. */
const unresolvableUrl = 'http://agent-service.invalid'

async function createRefusingHost(): Promise<BrokenHost> {
  const held = await holdPort()
  onTestFinished(held.release)
  return { url: `http://127.0.0.1:${held.number}` }
}

/** Behind https, it never finishes the handshake. */
async function openHost(receive: (socket: Socket) => void): Promise<BrokenHost> {
  let count = 0
  const server = createTcpServer(socket => {
    count += 1
    receive(socket)
  })
  return { url: `https://127.0.0.1:${await serve(server)}`, connections: () => count }
}

const neverAccepting = `
  const { createServer } = require('node:net')
  const { parentPort } = require('node:worker_threads')
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

/** Listens but never accepts, and its queue is full: on Linux a connection is neither made nor refused. */
async function createUnacceptingHost(): Promise<BrokenHost> {
  const worker = new Worker(neverAccepting, { eval: true })
  const [message] = await once(worker, 'message')
  const port = z.int().parse(message)
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.any(fillers.map(filler => once(filler, 'connect')))
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy()
    await worker.terminate()
  })
  return { url: `http://127.0.0.1:${port}` }
}

type Host = [what: string, start: () => Promise<BrokenHost>, why: string]

const UNREACHED: Host[] = [
  ['refuses connections', createRefusingHost, 'ECONNREFUSED'],
  ['never accepts the connection', createUnacceptingHost, 'ETIMEDOUT'],
  ['never finishes the TLS handshake', () => openHost(socket => socket.resume()), 'ETIMEDOUT'],
  ['breaks the TLS handshake', () => openHost(socket => socket.resetAndDestroy()), 'ECONNRESET']
]

it.each(UNREACHED)('a host that %s received nothing, after three tries', async (_, start, why) => {
  const { url, connections } = await start()
  expect(await send(url, { bounds: { ...SHORT, connectMs: 100 } })).toEqual({ kind: 'not delivered', why })
  if (connections) expect(connections()).toBe(3)
})

it('a host whose name is unknown received nothing', async () => {
  const why = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/)
  expect(await send(unresolvableUrl)).toEqual({ kind: 'not delivered', why })
  expect(await clientOf(unresolvableUrl).readJob(job('job_1'))).toEqual({ kind: 'unavailable', why })
})

it('a host that stops reading halfway may have received it: one try', async () => {
  const deaf = createTcpServer({ pauseOnConnect: true })
  const client = clientOf(`http://127.0.0.1:${await serve(deaf)}`, { bounds: { ...SHORT, wholeMs: 3_000 } })
  // On a slow machine, a try can end before it has a connection: that one sent nothing.
  let starts = 0
  const start = () => {
    starts += 1
    return true
  }
  // More than the buffers on the way can hold.
  const result = await client.sendMessage(job('job_1'), 'x'.repeat(30_000_000), start)
  expect(result).toEqual({ kind: 'maybe delivered', why: 'too slow' })
  expect(starts).toBe(1)
})

it('a host with an untrusted certificate gets neither the key nor the message', async () => {
  const host = await startSecureHost((_, response) => response.end('{}'))
  expect(await send(host.url)).toEqual({ kind: 'not delivered', why: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(host.requests).toEqual([])
})

it('a certificate for another name is no better', async () => {
  trustOurCertificate()
  const host = await startSecureHost((_, response) => response.end('{}'))
  const result = await send(host.url.replace('localhost', '127.0.0.1'))
  expect(result).toEqual({ kind: 'not delivered', why: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(host.requests).toEqual([])
})

it('over TLS, a failure after connecting may have delivered it: one try', async () => {
  trustOurCertificate()
  const cut = await startSecureHost((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.destroy()))
  })
  expect(await send(cut.url)).toMatchObject({ kind: 'maybe delivered' })
  expect(cut.requests).toEqual(['POST /v2/agent/project-1/job/job_1/message'])

  const mute = await startSecureHost(() => {})
  expect(await send(mute.url, { bounds: SHORT })).toEqual({ kind: 'maybe delivered', why: 'too slow' })
  expect(mute.requests).toHaveLength(1)

  const resetting = await startSecureHost(request => request.socket.destroy())
  expect(await send(resetting.url)).toMatchObject({ kind: 'maybe delivered' })
  expect(resetting.requests).toHaveLength(1)
})

const PROXIES = Object.entries<(socket: Socket) => void>({
  'says nothing': socket => socket.resume(),
  'refuses the tunnel': socket => socket.write('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
  'hangs up': socket => socket.end(),
  'opens a tunnel to nowhere': socket => socket.write('HTTP/1.1 200 OK\r\n\r\n')
})

it.each(PROXIES)('a proxy that %s passes nothing on, is asked three times', async (_, answer) => {
  const open = new Set<Socket>()
  let connections = 0
  const proxy = createTcpServer(socket => {
    connections += 1
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.once('data', () => answer(socket))
  })
  const agents = createAgents({ HTTPS_PROXY: `http://127.0.0.1:${await serve(proxy)}` })
  const sent = await send('https://agent.example', { agents, bounds: { ...SHORT, connectMs: 100 } })
  expect(sent).toEqual({ kind: 'not delivered', why: expect.any(String) })
  expect(connections).toBe(3)
  // What is left of them ends without a trace.
  for (const socket of open) socket.resetAndDestroy()
  await eventually(() => open.size === 0, 'the end of all connections')
})

it.each(PROXIES)('a proxy that %s is asked for a job three times at most', async (_, answer) => {
  const before = getGlobalDispatcher()
  onTestFinished(() => setGlobalDispatcher(before))
  let connections = 0
  const proxy = createTcpServer(socket => {
    connections += 1
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  fetchThrough({ HTTPS_PROXY: `http://127.0.0.1:${await serve(proxy)}` }, SHORT.responseMs)
  const client = clientOf('https://agent.example', { bounds: SHORT })
  expect(await client.readJob(job('job_1'))).toEqual({ kind: 'unavailable', why: expect.any(String) })
  expect(connections).toBeLessThanOrEqual(3)
})

it('over TLS a message arrives', async () => {
  trustOurCertificate()
  const host = await startSecureHost((request, response) => {
    response.end(JSON.stringify({ status: request.headers.authorization === `Bearer ${API_KEY}` ? 'active' : 'none' }))
  })
  expect(await send(host.url)).toMatchObject({ kind: 'accepted', job: { status: 'active' } })
})

it('a message whose first tries reached nobody is delivered once by a later one', async () => {
  const { agent, client } = await startAgent({ firstRetryMs: 200 })
  await agent.refuseConnections()
  const sending = client.sendMessage(job('job_1'), 'Hello')
  await agent.acceptConnections()
  expect(await sending).toMatchObject({ kind: 'accepted' })
  expect(agent.sends()).toHaveLength(1)
})

it('a message opens a connection of its own, which cannot have been closed meanwhile; reads share one', async () => {
  const { agent, client } = await startAgent()
  await client.readJob(job('job_1'))
  await client.readJob(job('job_1'))
  await client.sendMessage(job('job_1'), 'Hello')
  await client.sendMessage(job('job_1'), 'Hello again')
  const connections = agent.requests().map(({ headers }) => headers.connection)
  expect(connections).toEqual(['keep-alive', 'keep-alive', 'close', 'close'])
})

it('a message that waited too long while connecting sends no byte', async () => {
  let received = 0
  const server = createTcpServer(socket => {
    socket.on('data', data => {
      received += data.length
    })
  })
  const port = await serve(server)
  let asked = 0
  const left = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const isInTime = () => {
    asked += 1
    return false
  }
  const sent = await clientOf(`http://127.0.0.1:${port}`).sendMessage(job('job_1'), 'Hello', isInTime)
  expect(sent).toEqual({ kind: 'too late' })
  await left
  expect({ asked, received }).toEqual({ asked: 1, received: 0 })
})
