import { expect, it } from 'vitest'
import { chooseCrossings } from './choose-crossings.ts'
import { inParallel } from './in-parallel.ts'
import { walkTheLine } from './walk-the-line.ts'

const AT_ONCE = 3
const MINUTES = 60_000
const ALL = process.env.CRASH_POINTS === 'all'

/** The crossings of the whole line, by a walk that nobody disturbs. */
async function listCrossings(): Promise<string[]> {
  const { crossings, problems } = await walkTheLine({})
  expect(problems).toEqual([])
  return crossings
}

async function report(killAt: string, processes: number) {
  try {
    const { problems, ...walk } = await walkTheLine({ killAt, processes })
    return { killAt, ...walk, problems: problems.map(problem => `killed ${killAt}: ${problem}`) }
  } catch (error) {
    return { killAt, problems: [`killed ${killAt}: ${error}`], wasKilled: false }
  }
}

async function killEverywhere(crossings: string[], processes: number, signal: AbortSignal): Promise<void> {
  const walks = await inParallel(crossings, AT_ONCE, killAt => report(killAt, processes), signal)
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasKilled }) => !wasKilled)).toEqual([])
}

it('brings every follow-up to one result, wherever the process is killed', { timeout: 10 * MINUTES }, async ({
  signal
}) => {
  const everyOne = await listCrossings()
  expect(everyOne.length).toBeGreaterThan(250)
  const crossings = chooseCrossings(everyOne, ALL)
  expect(crossings.length).toBeGreaterThan(80)
  await killEverywhere(crossings, 1, signal)
})

it('does so wherever one of two that share the work is killed', { timeout: 20 * MINUTES }, async ({ signal }) => {
  const crossings = chooseCrossings(await listCrossings(), ALL)
  await killEverywhere(ALL ? crossings : crossings.filter((_, place) => place % 3 === 0), 2, signal)
})
