import { testRandomDays } from './random-days.ts'

testRandomDays(4, 7)
