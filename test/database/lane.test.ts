import { expect, it } from 'vitest'
import { createLane } from '../../src/database/lane.ts'
import { TransientError } from '../../src/errors.ts'

const outcome = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? result.value : String(result.reason)

/** A lane for words, and what ran together. The first is under way until `goOn`. */
function startLane(refuse: (words: string[]) => Error | undefined = () => undefined) {
  const together: string[][] = []
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  const say = createLane(async (words: string[]) => {
    together.push(words)
    await promise
    const error = refuse(words)
    if (error) throw error
    return words.map(word => word.toUpperCase())
  })
  return { together, goOn, say, sayAll: (words: string[]) => Promise.allSettled(words.map(say)) }
}

it('what arrives while something is under way runs together, and each gets its own answer', async () => {
  const { together, goOn, say, sayAll } = startLane()
  const answers = sayAll(['one', 'two', 'three'])
  goOn()
  expect((await answers).map(outcome)).toEqual(['ONE', 'TWO', 'THREE'])
  expect(await say('four')).toBe('FOUR')
  expect(together).toEqual([['one'], ['two', 'three'], ['four']])
})

it.each([0, 3, 6])('one that cannot be carried out fails alone, at any position: %i', async place => {
  const words = Array.from({ length: 7 }, (_, at) => (at === place ? 'bad' : `word ${at}`))
  const { goOn, sayAll } = startLane(items => (items.includes('bad') ? new Error('refused') : undefined))
  const answers = sayAll(words)
  goOn()
  expect((await answers).map(outcome)).toEqual(
    words.map(word => (word === 'bad' ? 'Error: refused' : word.toUpperCase()))
  )
})

it('a passing failure fails all at once, and is not tried in parts', async () => {
  const { together, goOn, say, sayAll } = startLane(items =>
    items.length > 1 ? new TransientError('down') : undefined
  )
  const answers = sayAll(['one', 'two', 'three'])
  goOn()
  expect((await answers).map(outcome)).toEqual(['ONE', 'TransientError: down', 'TransientError: down'])
  expect(together).toHaveLength(2)
  expect(await say('four')).toBe('FOUR')
})

it('a crowd runs in parts that PostgreSQL can take', async () => {
  const { together, goOn, sayAll } = startLane()
  const answers = sayAll(Array.from({ length: 1_200 }, (_, at) => `word ${at}`))
  goOn()
  expect((await answers).at(-1)).toMatchObject({ value: 'WORD 1199' })
  expect(together.map(words => words.length)).toEqual([1, 500, 500, 199])
})
