import pMap from 'p-map'
import { expect, it } from 'vitest'
import { createChance } from '../simulation/seeded-random.ts'
import { oneOfEachKind, someOf, tellingKills, tellingPauses } from './choose-crossings.ts'
import type { SceneOptions } from './scene.ts'
import { walkTheLine } from './walk-the-line.ts'

// In `npm test`: one crossing of each kind, and with two processes only the kinds whose effects the other one can see.
// CRASH_POINTS=all tests every crossing. A number adds that many to one of each kind, drawn with CRASH_SEED from those that can
// make a difference: all of them for one process, half as many for one of two, and a fifth as many to pause at.

const AT_ONCE = 3
const MINUTES = 60_000
const STORING_A_COMMAND = 'before database.transaction #1'
const isSeenByOthers = (crossing: string) => /agent\.send|slack\.post|database\.transaction/.test(crossing)
const { CRASH_POINTS: asked, CRASH_SEED: seed = '1' } = process.env

let listed: Promise<string[]> | undefined

/** The crossings of the whole line. */
function listCrossings(): Promise<string[]> {
  listed ??= walkUndisturbed()
  return listed
}

async function walkUndisturbed(): Promise<string[]> {
  const { crossings, problems } = await walkTheLine({})
  expect(problems).toEqual([])
  expect(crossings.length).toBeGreaterThan(150)
  return crossings
}

type Choice = { telling: string[]; ofEachKind: string[]; few?: string[]; share: number }

function choose(crossings: string[], { telling, ofEachKind, few = ofEachKind, share }: Choice): string[] {
  if (asked === undefined) return few
  if (asked === 'all') return crossings
  const drawn = someOf(telling, Math.ceil(Number(asked) * share), createChance(Number(seed)))
  return [...new Set([...ofEachKind, ...drawn])]
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
  const walks = await pMap(stops, walk, { concurrency: AT_ONCE, signal })
  expect(walks.flatMap(({ problems }) => problems)).toEqual([])
  expect(walks.filter(({ wasStopped }) => !wasStopped)).toEqual([])
  if (asked !== undefined) process.stdout.write(`Crash points walked through: ${walks.length}\n`)
}

it('brings every follow-up to one result, wherever the process is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const ofEachKind = oneOfEachKind(crossings)
  expect(ofEachKind.length).toBeGreaterThan(20)
  const chosen = choose(crossings, { telling: tellingKills(crossings), ofEachKind, share: 1 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt })),
    signal
  )
})

it('brings every follow-up to one result, wherever one of two processes is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const ofEachKind = oneOfEachKind(crossings)
  const few = ofEachKind.filter(isSeenByOthers)
  const chosen = choose(crossings, { telling: tellingKills(crossings), ofEachKind, few, share: 1 / 2 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt, processes: 2 })),
    signal
  )
})

it('brings every follow-up to one result, wherever one of two pauses until the other has done everything', {
  timeout: 60 * MINUTES
}, async ({ signal }) => {
  const crossings = await listCrossings()
  const telling = tellingPauses(crossings)
  const ofEachKind = [STORING_A_COMMAND, ...oneOfEachKind(telling)]
  const few = ofEachKind.filter(isSeenByOthers)
  await stopEverywhere(
    choose(crossings, { telling, ofEachKind, few, share: 1 / 5 }).map(pauseAt => ({ pauseAt, processes: 2 })),
    signal
  )
})
