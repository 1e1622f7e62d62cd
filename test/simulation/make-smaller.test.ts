import { expect, it } from 'vitest'
import { makeSmaller } from './make-smaller.ts'
import { stepsOfADay } from './simulate.ts'

it.each([[[7]], [[1, 44]], [[3, 20, 21, 40]]])('finds that of a whole day, %j are at fault', async culprits => {
  let tries = 0
  const left = await makeSmaller(stepsOfADay(), async some => {
    tries += 1
    return culprits.every(step => some.includes(step))
  })
  expect(left).toEqual(culprits)
  expect(tries).toBeLessThan(80)
})
