import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createHostGate } from '../../src/github/github.ts'
import { serve } from '../support/serve.ts'
import { createStillClock } from '../support/still-clock.ts'
import { githubAt, json, PULL, pull } from './github-at.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function openGate() {
  const clock = createStillClock()
  const log: string[] = []
  const write = (_: object, words: string) => void log.push(words)
  return { gate: createHostGate({ now: clock.now, log: { info: write, warn: write } }), clock, log }
}

/** Looks whenever it may, at a host that allows so many requests until its next hour begins. */
async function lookUntilClosed(limit: number, others: number) {
  let left = limit
  const renewedAtMs = createStillClock().now() + HOUR_MS
  const port = await serve(
    createServer((request, response) => {
      left -= 1 + others
      const headers = {
        'x-ratelimit-remaining': String(left),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-reset': String(renewedAtMs / 1_000)
      }
      json(pull({ state: 'closed' }), 200, headers)(request, response)
    })
  )
  const { github, clock } = githubAt(`http://127.0.0.1:${port}`)
  const { allowance } = github.limit
  while (allowance.room() > 0) {
    allowance.count(1)
    expect(await github.look(PULL)).toMatchObject({ kind: 'seen' })
    clock.advance(1_000)
  }
  return { left, closedForMs: renewedAtMs - clock.now(), allowance, clock }
}

it.each([0, 1])('never uses up the limit, while others make %i requests for each of ours', async others => {
  const { left, closedForMs, allowance, clock } = await lookUntilClosed(100, others)
  expect(left).toBeGreaterThan(7)
  clock.advance(closedForMs - 1)
  expect(allowance.room()).toBe(0)
  clock.advance(1)
  expect(allowance.room()).toBeGreaterThan(0)
})

it('stays closed until the latest time that any answer names', () => {
  const { gate, clock } = openGate()
  gate.closeUntil(clock.now() + 10 * MINUTE_MS)
  expect(gate.noteTrouble('it answered 500')).toEqual({ kind: 'away', forMs: 10 * MINUTE_MS })
  expect([gate.allowance.room(), gate.allowance.nextAtMs()]).toEqual([0, clock.now() + 10 * MINUTE_MS])
})

it('logs a trouble once, and its end', () => {
  const { gate, log } = openGate()
  gate.noteTrouble('it answered 500')
  gate.noteTrouble('it answered 500')
  gate.noteAnswer()
  gate.noteAnswer()
  expect(log).toEqual([
    'Pull requests cannot be looked at; their results stay as they are',
    'Pull requests can be looked at again'
  ])
})
