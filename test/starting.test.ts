import { expect, it } from 'vitest'
import { sayIfSlow } from '../src/lifetime.ts'
import { TestClock } from './support/test-clock.ts'

const SECOND = 1_000

function start() {
  const clock = new TestClock(0)
  const said: string[] = []
  const log = { warn: (_: object, words: string) => void said.push(`${clock.now() / SECOND} s: ${words}`) }
  const { promise, resolve } = Promise.withResolvers<string>()
  return { clock, said, work: sayIfSlow({ clock, log }, 'the database', promise), end: resolve }
}

it('says after ten seconds what a start waits for, and again every minute until it goes on', async () => {
  const { clock, said, work, end } = start()
  await clock.tick(9 * SECOND)
  expect(said).toEqual([])
  await clock.tick(62 * SECOND)
  const words = 'Still starting: waiting for the database'
  expect(said).toEqual([`10 s: ${words}`, `70 s: ${words}`])
  end('open')
  expect(await work).toBe('open')
  await clock.tick(600 * SECOND)
  expect(said).toHaveLength(2)
})

it('says nothing of a start that fails soon', async () => {
  const clock = new TestClock(0)
  const said: string[] = []
  const log = { warn: (_: object, words: string) => void said.push(words) }
  await expect(sayIfSlow({ clock, log }, 'the database', Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused'
  )
  await clock.tick(600 * SECOND)
  expect(said).toEqual([])
})
