import { expect, it } from 'vitest'
import { createChance } from '../simulation/seeded-random.ts'
import { oneOfEachKind, someOf, tellingKills, tellingPauses } from './choose-crossings.ts'
import { inParallel } from './in-parallel.ts'
import type { SceneOptions } from './scene.ts'
import { walkTheLine } from './walk-the-line.ts'

// One crossing of each kind, unless the environment asks for more: CRASH_POINTS=all, or how many of those that can make a difference,
// drawn by CRASH_SEED: so many for one process, half as many for one of two, and a fifth as many to stand still at.

const AT_ONCE = 3
const MINUTES = 60_000
const { CRASH_POINTS: asked, CRASH_SEED: seed = '1' } = process.env

/** The crossings of the whole line, by a walk that nobody disturbs. */
async function listCrossings(): Promise<string[]> {
  const { crossings, problems } = await walkTheLine({})
  expect(problems).toEqual([])
  expect(crossings.length).toBeGreaterThan(250)
  return crossings
}

function choose(crossings: string[], { telling, usual, share }: { telling: string[]; usual: string[]; share: number }) {
  if (asked === undefined) return usual
  return asked === 'all' ? crossings : someOf(telling, Math.ceil(Number(asked) * share), createChance(Number(seed)))
}

async function walk(options: SceneOptions) {
  const where = options.killAt ? `killed ${options.killAt}` : `paused ${options.pauseAt}`
  try {
    const { problems, ...walk } = await walkTheLine(options)
    return { where, ...walk, problems: problems.map(problem => `${where}: ${problem}`) }
  } catch (error) {
    return { where, problems: [`${where}: ${error}`], wasStopped: false }
  }
}

async function stopEverywhere(stops: SceneOptions[], signal: AbortSignal): Promise<void> {
  const walks = await inParallel(stops, AT_ONCE, walk, signal)
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasStopped }) => !wasStopped)).toEqual([])
  if (asked !== undefined) process.stdout.write(`Crash points walked through: ${walks.length}\n`)
}

it('brings every follow-up to one result, wherever the process is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const usual = oneOfEachKind(crossings)
  expect(usual.length).toBeGreaterThan(20)
  const chosen = choose(crossings, { telling: tellingKills(crossings), usual, share: 1 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt })),
    signal
  )
})

it('does so wherever one of two that share the work is killed', { timeout: 60 * MINUTES }, async ({ signal }) => {
  const crossings = await listCrossings()
  const usual = oneOfEachKind(crossings)
  const chosen = choose(crossings, { telling: tellingKills(crossings), usual, share: 1 / 2 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt, processes: 2 })),
    signal
  )
})

it('does so wherever one of two stands still and goes on when the other one has done everything', {
  timeout: 60 * MINUTES
}, async ({ signal }) => {
  const crossings = await listCrossings()
  const telling = tellingPauses(crossings)
  const usual = ['before database.transaction #1', ...oneOfEachKind(telling)]
  await stopEverywhere(
    choose(crossings, { telling, usual, share: 1 / 5 }).map(pauseAt => ({ pauseAt, processes: 2 })),
    signal
  )
})
