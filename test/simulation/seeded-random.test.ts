import { expect, it } from 'vitest'
import { createKeyedChance } from './seeded-random.ts'

it('draws the same under a key, however often it drew before', () => {
  const drawn = (timesBefore: number) => {
    let key = 'bot 1'
    const chance = createKeyedChance(7, () => key)
    for (let count = 0; count < timesBefore; count++) chance.next()
    key = 'bot 2'
    return [chance.next(), chance.next(), chance.next()]
  }
  expect(drawn(0)).toEqual(drawn(5))
  expect(new Set(drawn(0)).size).toBe(3)
})

it('draws something else under another key, and from another seed', () => {
  const first = (seed: number, key: string) => createKeyedChance(seed, () => key).next()
  const keys = Array.from({ length: 50 }, (_, step) => `people ${step}`)
  const firsts = [1, 2].flatMap(seed => keys.map(key => first(seed, key)))
  expect(new Set(firsts).size).toBe(100)
  // Nor alike, although the keys are.
  expect(Math.abs(firsts.reduce((sum, one) => sum + one, 0) / 100 - 0.5)).toBeLessThan(0.1)
})
