import { expect, it } from 'vitest'
import { createRetryAllowance } from '../../src/agent/agent-request.ts'

it('keeps retries at a tenth of all calls, after the first ten', () => {
  const allowance = createRetryAllowance()
  let retries = 0
  for (let call = 0; call < 1_000; call++) {
    allowance.countCall()
    while (allowance.takeRetry()) retries++
  }
  expect(retries).toBeGreaterThanOrEqual(100)
  expect(retries).toBeLessThanOrEqual(110)
})

it('saves no more than ten retries over a quiet time', () => {
  const allowance = createRetryAllowance()
  for (let call = 0; call < 1_000; call++) allowance.countCall()
  let retries = 0
  while (allowance.takeRetry()) retries++
  expect(retries).toBe(10)
})
