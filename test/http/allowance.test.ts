import { expect, it } from 'vitest'
import { createAllowance } from '../../src/http/pace.ts'

function retryFor(seconds: number) {
  let nowMs = 0
  const retries = createAllowance(
    () => 1_000,
    () => nowMs,
    10_000
  )
  let taken = 0
  for (; nowMs <= seconds * 1_000; nowMs += 10) while (retries.take()) taken++
  return taken
}

it('lets what is retried all the time go out once a second, after the first ten', () => {
  expect(retryFor(0)).toBe(10)
  expect(retryFor(100)).toBe(110)
})
