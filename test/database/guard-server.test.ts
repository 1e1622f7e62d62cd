import { expect, it, onTestFinished } from 'vitest'
import { findOrLaunch, guardServer } from '../../src/database/server/embedded-server.ts'
import type { Look } from '../../src/database/server/find-server.ts'
import { errorWords } from '../../src/errors.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase } from '../support/test-database.ts'

const UP: Look = { kind: 'up', others: 0, atMs: 0 }
const GONE: Look = { kind: 'gone' }
const strange = (words: string): Look => ({ kind: 'strange', error: new Error(words) })

/** A guard that sees these one after another, the last one forever, and what it reports. */
async function watch(seen: Look[], relaunch: () => Promise<void> = async () => {}) {
  const told: string[] = []
  let looks = 0
  const guard = guardServer({
    look: async () => seen[looks++] ?? seen.at(-1) ?? UP,
    relaunch,
    news: { onDown: error => void told.push(errorWords(error)), onUp: () => void told.push('up') },
    lookEveryMs: 1
  })
  onTestFinished(() => guard.stop())
  await eventually(() => looks > seen.length, 'all to be seen')
  return told
}

it('an impostor in the server’s place is reported once, and its departure once', async () => {
  const stranger = [strange('no proof'), strange('no proof'), strange('no answer'), strange('no proof')]
  const told = await watch([UP, ...stranger, UP, UP, ...stranger])
  expect(told).toEqual(['ServerDisplaced: Error: no proof', 'up', 'ServerDisplaced: Error: no proof'])
})

it('a server that looks strange only once is not reported', async () => {
  const told = await watch([UP, strange('it ends'), UP, strange('it ends'), UP])
  expect(told).toEqual([])
})

it('a server that cannot start is reported once for each reason, and once when it is back', async () => {
  const reasons = ['22:10:07 [12] disk full', '22:10:09 [13] disk full', '22:10:11 [14] no memory', '']
  const told = await watch([GONE, GONE, GONE, GONE, UP, UP], async () => {
    const reason = reasons.shift()
    if (reason) throw new Error(reason)
  })
  expect(told).toEqual(['Error: 22:10:07 [12] disk full', 'Error: 22:10:11 [14] no memory', 'up'])
})

it('a server found gone after the stop was requested is left alone', async () => {
  const looking = Promise.withResolvers<void>()
  const look = Promise.withResolvers<Look>()
  let relaunches = 0
  const guard = guardServer({
    look() {
      looking.resolve()
      return look.promise
    },
    relaunch: async () => void relaunches++,
    news: { onDown: () => {}, onUp: () => {} },
    lookEveryMs: 1
  })
  await looking.promise
  const stopped = guard.stop()
  look.resolve(GONE)
  await stopped
  expect(relaunches).toBe(0)
})

/** The endpoint of a server that answers only once it is launched. */
async function unlaunchedServer() {
  const { url } = await createTestDatabase()
  let isLaunched = false
  const endpoint = {
    url: async () => (isLaunched ? url : undefined),
    stranger: async () => undefined
  }
  const launch = async () => {
    isLaunched = true
    return { ending: async () => undefined }
  }
  return { endpoint, launch, url, isLaunched: () => isLaunched }
}

it('no server is launched once the stop was requested', async () => {
  const { endpoint, launch, isLaunched } = await unlaunchedServer()
  await expect(findOrLaunch(endpoint, 'followup', launch, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(isLaunched()).toBe(false)
})

it('a server launched before the stop was requested is waited for, so that it can be stopped', async () => {
  const { endpoint, launch, url } = await unlaunchedServer()
  const stopping = new AbortController()
  const launchAndStop = () => {
    stopping.abort()
    return launch()
  }
  let looks = 0
  const slow = { ...endpoint, url: async () => (looks++ > 2 ? endpoint.url() : undefined) }
  expect(await findOrLaunch(slow, 'followup', launchAndStop, stopping.signal)).toBe(url)
})
