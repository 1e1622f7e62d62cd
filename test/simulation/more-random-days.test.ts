import { testRandomDays } from './random-days.ts'

testRandomDays(101, 25)
