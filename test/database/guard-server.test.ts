import { expect, it, onTestFinished } from 'vitest'
import { guardServer } from '../../src/database/server/embedded-server.ts'
import { eventually } from '../support/eventually.ts'

const UP = undefined
const GONE = Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' })
const strange = (words: string) => new Error(words)

/** A guard that sees these one after another, the last one forever, and what it reports. */
async function watch(seen: (Error | undefined)[], launch: () => Promise<void> = async () => {}) {
  const told: string[] = []
  let looks = 0
  const look = async () => {
    const failure = seen[Math.min(looks++, seen.length - 1)]
    if (failure) throw failure
  }
  const guard = guardServer(look, launch, (problem = 'up') => void told.push(problem), 1)
  onTestFinished(() => guard.stop())
  await eventually(() => looks > seen.length, 'all to be seen')
  return told
}

it('an impostor in the server’s place is reported once, and its departure once', async () => {
  const stranger = [strange('no proof'), strange('no proof'), strange('no proof')]
  const told = await watch([UP, ...stranger, UP, UP, ...stranger])
  expect(told).toEqual(['Error: no proof', 'up', 'Error: no proof'])
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
  const look = Promise.withResolvers<void>()
  let launches = 0
  const lookOnce = () => {
    looking.resolve()
    return look.promise
  }
  const guard = guardServer(
    lookOnce,
    async () => void launches++,
    () => {},
    1
  )
  await looking.promise
  const stopped = guard.stop()
  look.reject(GONE)
  await stopped
  expect(launches).toBe(0)
})
