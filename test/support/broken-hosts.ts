import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { holdPort } from '../../sandbox/shared/open-port.ts'
import { serve } from './serve.ts'

/** It is there until the test ends. */
export type BrokenHost = { url: string; connections: () => number }

/** RFC 6761 keeps .invalid out of every name server. */
export const unresolvableUrl = 'http://agent-service.invalid'

export async function createRefusingHost(): Promise<BrokenHost> {
  const held = await holdPort()
  onTestFinished(held.release)
  return hostAt(held.number)
}

/** Accepts connections and never says a word. With https:// in its address, the TLS handshake never finishes. */
export const createSilentHost = (): Promise<BrokenHost> => openHost(socket => socket.resume())

/** Resets every connection before anything is read from it. */
export const createResettingHost = (): Promise<BrokenHost> => openHost(socket => socket.resetAndDestroy())

async function openHost(receive: (socket: Socket) => void): Promise<BrokenHost> {
  let count = 0
  const server = createServer(socket => {
    count += 1
    receive(socket)
  })
  return hostAt(await serve(server), () => count)
}

const neverAccepting = `
  const { createServer } = require('node:net')
  const { parentPort } = require('node:worker_threads')
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

/** Listens but never accepts, and its queue is full: on Linux a connection is neither made nor refused. */
export async function createUnacceptingHost(): Promise<BrokenHost> {
  const worker = new Worker(neverAccepting, { eval: true })
  const [message] = await once(worker, 'message')
  const port = z.int().parse(message)
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.any(fillers.map(filler => once(filler, 'connect')))
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy()
    await worker.terminate()
  })
  return hostAt(port)
}

const hostAt = (port: number, connections = () => 0): BrokenHost => ({ url: `http://127.0.0.1:${port}`, connections })
