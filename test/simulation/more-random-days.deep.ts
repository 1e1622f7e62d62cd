import { testRandomDays } from './random-days.ts'

testRandomDays(3, 8)
