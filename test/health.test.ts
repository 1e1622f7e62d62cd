import { expect, it, onTestFinished } from 'vitest'
import { createHealth } from '../src/health.ts'
import { createSlackLogger } from '../src/slack/bolt.ts'
import { connectByHttp } from '../src/slack/connect-by-http.ts'
import type { SlackConnection } from '../src/slack/deliveries.ts'
import { freePort } from './support/free-port.ts'
import { startWatching } from './support/journey.ts'
import { openToScrapers } from './support/scrape.ts'

const lost: Omit<SlackConnection, 'receiver'> = { lostSinceMs: () => Date.UTC(2026, 10, 20, 14, 2) }
const connected = { lostSinceMs: () => undefined }

const READY = '200 ready, schema 1'

const MINUTE = 60_000

async function answerAt(port: number, path = '/healthz'): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return `${answer.status} ${await answer.text()}`
}

const healthOf = (connection = lost, write = async () => 0) => createHealth({ connection, write, schema: 1 })

async function listen(connection = lost, write?: () => Promise<number>) {
  const port = await freePort()
  const health = healthOf(connection, write)
  onTestFinished(health.close)
  await health.listen(port)
  return { port, health, ready: () => answerAt(port, '/readyz') }
}

it('says since when it has been cut off from Slack', async () => {
  const state = { ...lost }
  const { port, health, ready } = await listen(state)
  expect(await ready()).toBe('503 not connected to Slack since 2026-11-20 14:02 UTC')
  state.lostSinceMs = () => undefined
  expect(await ready()).toBe(READY)
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

it('answers a probe that wants no words', async () => {
  const { port } = await listen()
  const answers = ['healthz', 'readyz'].map(path => fetch(`http://127.0.0.1:${port}/${path}`, { method: 'HEAD' }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503])
})

it('names the port it cannot listen on', async () => {
  const { port } = await listen()
  await expect(healthOf().listen(port)).rejects.toThrow(`cannot listen on port ${port}: `)
})

const NOT_WRITTEN = '503 the database cannot be written to'

it('is ready only if it could write to its database within the last few seconds', async () => {
  let isReadOnly = true
  const write = async () => {
    if (isReadOnly) throw new Error('read-only')
    return 0
  }
  const { ready } = await listen(connected, write)
  expect(await ready()).toBe(NOT_WRITTEN)
  isReadOnly = false
  expect(await ready()).toBe(READY)
})

it('asks a silent database once for all who ask, and nobody waits for long', async () => {
  const silence = Promise.withResolvers<number>()
  let writes = 0
  const write = () => {
    writes += 1
    return silence.promise
  }
  const { ready } = await listen(connected, write)
  expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array.from({ length: 20 }, () => NOT_WRITTEN))
  silence.resolve(0)
  expect(await ready()).toBe(READY)
  expect(writes).toBe(1)
})

it('is not ready once work has been due for more than two minutes', async () => {
  const behind = async (seconds: number) => {
    const { ready } = await listen(connected, async () => seconds)
    return ready()
  }
  expect(await behind(120)).toBe(READY)
  expect(await behind(121)).toBe('503 work is 2 minutes behind')
  expect(await behind(3_599)).toBe('503 work is 59 minutes behind')
})

it('waits for replies and messages, not for looks and sends, which a slow agent service may hold up', async () => {
  const { env, ask } = await openToScrapers()
  const { agent, command, reply, pass, restart, database } = await startWatching({ env })
  agent.addJob({ id: 'job_other' })
  await command('job_other add tests')
  const kinds = `select distinct name from followup.task where due_at_ms < $1 and name in ('check-job', 'open-thread')`
  // What tells Ana that it takes a while would be late too.
  await database.query(`delete from followup.task where name = 'tell'`)
  await pass(10 * MINUTE)
  expect((await database.query(kinds, [Date.UTC(2026, 10, 20, 14, 8)])).length).toBe(2)
  expect(await ask('/readyz')).toBe(READY)
  await restart()
  await reply('shorten it')
  await pass(3 * MINUTE)
  expect(await ask('/readyz')).toBe('503 work is 3 minutes behind')
})
