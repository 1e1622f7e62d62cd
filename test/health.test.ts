import { expect, it, onTestFinished } from 'vitest'
import { createHealth } from '../src/health.ts'
import { createSlackLogger } from '../src/slack/bolt.ts'
import { connectByHttp } from '../src/slack/connect-by-http.ts'
import type { SlackConnection } from '../src/slack/deliveries.ts'
import { freePort } from './support/free-port.ts'

const lost: Omit<SlackConnection, 'receiver'> = {
  lostSinceMs: () => Date.UTC(2026, 10, 20, 14, 2)
}

async function answerAt(port: number, path = '/healthz'): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  return answer === undefined ? 'nobody there' : `${answer.status} ${await answer.text()}`
}

const createIdleHealth = (connection = lost, facts: Partial<Parameters<typeof createHealth>[0]> = {}) =>
  createHealth({ connection, write: async () => {}, ...facts })

async function listen(connection = lost, facts: Partial<Parameters<typeof createHealth>[0]> = {}) {
  const port = await freePort()
  const health = createIdleHealth(connection, facts)
  onTestFinished(health.close)
  await health.listen(port)
  return { port, health }
}

it('says since when it has been cut off from Slack', async () => {
  const state = { ...lost }
  const { port, health } = await listen(state)
  const ready = () => answerAt(port, '/readyz')
  expect(await ready()).toBe('503 not connected to Slack since 2026-11-20 14:02 UTC')
  state.lostSinceMs = () => undefined
  expect(await ready()).toBe('200 ready')
  health.leave()
  expect(await ready()).toBe('503 stopping')
  expect(await answerAt(port)).toBe('200 ok')
})

it('passes on what else comes in to what answers Slack', async () => {
  const logger = createSlackLogger({ warn: () => {}, error: () => {} })
  const { port } = await listen(connectByHttp('secret', logger))
  expect(await answerAt(port)).toBe('200 ok')
  const unsigned = await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body: '{}' })
  expect(unsigned.status).toBe(401)
})

it('names the port it cannot listen on', async () => {
  const { port } = await listen()
  await expect(createIdleHealth().listen(port)).rejects.toThrow(`cannot listen on port ${port}: `)
})

const NOT_WRITTEN = '503 the database cannot be written to'

it('is ready only if it could write to its database within the last few seconds', async () => {
  const connection = { lostSinceMs: () => undefined }
  let isReadOnly = true
  const write = async () => {
    if (isReadOnly) throw new Error('read-only')
  }
  const { port } = await listen(connection, { write })
  const ready = () => answerAt(port, '/readyz')
  expect(await ready()).toBe(NOT_WRITTEN)
  isReadOnly = false
  expect(await ready()).toBe('200 ready')
})

it('asks a silent database once for all who ask, and nobody waits for long', async () => {
  const silence = Promise.withResolvers<void>()
  let writes = 0
  const write = () => {
    writes += 1
    return silence.promise
  }
  const { port } = await listen({ lostSinceMs: () => undefined }, { write })
  const ready = () => answerAt(port, '/readyz')
  expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array.from({ length: 20 }, () => NOT_WRITTEN))
  silence.resolve()
  expect(await ready()).toBe('200 ready')
  expect(writes).toBe(1)
})
