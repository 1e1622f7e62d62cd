import { testRandomDays } from './random-days.ts'

testRandomDays(6, 5)
