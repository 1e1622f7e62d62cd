import pMap from 'p-map'
import { expect } from 'vitest'
import { createChance } from '../simulation/seeded-random.ts'
import { watchStandstills } from '../support/watch-standstills.ts'
import { someOf } from './choose-crossings.ts'
import type { SceneOptions } from './scene.ts'
import { walkTheLine } from './walk-the-line.ts'

// Without CRASH_POINTS: one crossing of each kind. `all`: every crossing. A number: that many for one process, half as many for one
// of two, and a fifth as many to pause at, drawn with CRASH_SEED from those that can make a difference.

const AT_ONCE = 3
const MOST_WALKS = 3
export const MINUTES = 60_000
const { CRASH_POINTS: asked, CRASH_SEED: seed = '1' } = process.env

let listed: Promise<string[]> | undefined

/** The crossings of the whole line. */
export function listCrossings(): Promise<string[]> {
  listed ??= walkUndisturbed()
  return listed
}

async function walkUndisturbed(): Promise<string[]> {
  const { crossings, problems } = await walkTheLine({})
  expect(problems).toEqual([])
  expect(crossings.length).toBeGreaterThan(150)
  return crossings
}

type Choice = { telling: string[]; ofEachKind: string[]; share: number }

export function choose(crossings: string[], { telling, ofEachKind, share }: Choice): string[] {
  if (asked === undefined) return ofEachKind
  return asked === 'all' ? crossings : someOf(telling, Math.ceil(Number(asked) * share), createChance(Number(seed)))
}

/** A walk during which the machine stood still is walked again: connections break then, wherever the bot is. */
async function walk(options: SceneOptions) {
  for (let times = 1; ; times++) {
    using standstills = watchStandstills()
    const walked = await walkOnce(options)
    if (walked.problems.length === 0 || !standstills.happened() || times === MOST_WALKS) return walked
  }
}

async function walkOnce(options: SceneOptions) {
  const where = options.killAt ? `killed ${options.killAt}` : `paused ${options.pauseAt}`
  try {
    const { problems, ...walk } = await walkTheLine(options)
    return { where, ...walk, problems: problems.map(problem => `${where}: ${problem}`) }
  } catch (error) {
    return { where, problems: [`${where}: ${error}`], wasStopped: false }
  }
}

export async function stopEverywhere(stops: SceneOptions[], signal: AbortSignal): Promise<void> {
  expect(stops).not.toEqual([])
  const walks = await pMap(stops, walk, { concurrency: AT_ONCE, signal })
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasStopped }) => !wasStopped)).toEqual([])
  if (asked !== undefined) process.stdout.write(`Crash points walked through: ${walks.length}\n`)
}
