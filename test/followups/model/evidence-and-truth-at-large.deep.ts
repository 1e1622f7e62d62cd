import { it } from 'vitest'
import { expectTheTruth } from './job-stories.ts'

it('never calls an instruction done too early in any of a thousand stories', () => {
  expectTheTruth(1_000, [])
})
