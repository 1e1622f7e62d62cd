import { expect, it } from 'vitest'
import { chooseCrossings, choosePauses } from './choose-crossings.ts'
import { inParallel } from './in-parallel.ts'
import type { SceneOptions } from './scene.ts'
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

async function report(options: SceneOptions) {
  const where = options.killAt ? `killed ${options.killAt}` : `paused ${options.pauseAt}`
  try {
    const { problems, ...walk } = await walkTheLine(options)
    return { where, ...walk, problems: problems.map(problem => `${where}: ${problem}`) }
  } catch (error) {
    return { where, problems: [`${where}: ${error}`], wasStopped: false }
  }
}

async function stopEverywhere(stops: SceneOptions[], signal: AbortSignal): Promise<void> {
  const walks = await inParallel(stops, AT_ONCE, report, signal)
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasStopped }) => !wasStopped)).toEqual([])
}

it('brings every follow-up to one result, wherever the process is killed', { timeout: 10 * MINUTES }, async ({
  signal
}) => {
  const everyOne = await listCrossings()
  expect(everyOne.length).toBeGreaterThan(250)
  const crossings = chooseCrossings(everyOne, ALL)
  expect(crossings.length).toBeGreaterThan(80)
  await stopEverywhere(
    crossings.map(killAt => ({ killAt })),
    signal
  )
})

it('does so wherever one of two that share the work is killed', { timeout: 20 * MINUTES }, async ({ signal }) => {
  const crossings = chooseCrossings(await listCrossings(), ALL)
  const some = ALL ? crossings : crossings.filter((_, place) => place % 3 === 0)
  await stopEverywhere(
    some.map(killAt => ({ killAt, processes: 2 })),
    signal
  )
})

it('does so wherever one of two stands still and goes on when the other one has done everything', {
  timeout: 30 * MINUTES
}, async ({ signal }) => {
  const crossings = choosePauses(await listCrossings(), ALL)
  await stopEverywhere(
    crossings.map(pauseAt => ({ pauseAt, processes: 2 })),
    signal
  )
})
