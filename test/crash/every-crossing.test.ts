import { expect, it } from 'vitest'
import { chooseCrossings } from './choose-crossings.ts'
import { inParallel } from './in-parallel.ts'
import { walkTheLine } from './walk-the-line.ts'

const AT_ONCE = 3
const MINUTES = 60_000

/** The crossings of the whole line, by a walk that nobody disturbs. */
async function listCrossings(): Promise<string[]> {
  const { crossings, problems } = await walkTheLine({})
  expect(problems).toEqual([])
  return crossings
}

async function report(killAt: string, isAccompanied: boolean) {
  try {
    const { problems, ...walk } = await walkTheLine({ killAt, isAccompanied })
    return { ...walk, problems: problems.map(problem => `killed ${killAt}: ${problem}`) }
  } catch (error) {
    return { problems: [`killed ${killAt}: ${error}`], wasKilled: false, maybeDelivered: 0 }
  }
}

it('brings every follow-up to one result, wherever the process is killed', { timeout: 10 * MINUTES }, async () => {
  const crossings = chooseCrossings(await listCrossings())
  const walks = await inParallel(crossings, AT_ONCE, killAt => report(killAt, false))
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasKilled }) => !wasKilled)).toEqual([])
  expect(crossings.length).toBeGreaterThan(100)
})

it('does so while another process is at work on the same database', { timeout: 10 * MINUTES }, async () => {
  const crossings = chooseCrossings(await listCrossings()).filter(name =>
    /transaction|sendMessage|slack\.post/.test(name)
  )
  const walks = await inParallel(crossings, AT_ONCE, killAt => report(killAt, true))
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  // The two share the work in an order of their own, so not every point is reached.
  expect(walks.filter(({ wasKilled }) => wasKilled).length).toBeGreaterThan(crossings.length / 4)
})
