import { testRandomDays } from './random-days.ts'

testRandomDays(1, 2)
