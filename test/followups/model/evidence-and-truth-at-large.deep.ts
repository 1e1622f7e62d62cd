import { it } from 'vitest'
import { expectTheTruth } from './job-stories.ts'

it('never calls a follow-up done too early in any of a thousand stories', () => {
  expectTheTruth(1_000, [])
})
