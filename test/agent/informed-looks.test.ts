import { describe, expect, it } from 'vitest'
import { ASSUMED, type Habit, learn } from '../../src/agent/habit.ts'
import { nextLookMs } from '../../src/agent/poll-schedule.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { drawShapes, logNormal, type Shape, type ShapeName } from './end-shapes.ts'
import { type Costs, costsOf, leastProduct, looksAtSameDelay, type Schedule } from './look-costs.ts'

// The weights in habit.ts and poll-schedule.ts were chosen on shapes of other seeds, and fixed before these were drawn. To see all
// that is measured here: SHOW_LOOKS=1 npx vitest run test/agent/informed-looks.test.ts
const SEED = 20
const DRAWS = 4

/** The most looks, on average over the draws, that are needed after 300 ends, for each one that the age alone needs. */
const LEARNT_AT_MOST: [ShapeName, number][] = [
  ['log-normal', 0.88],
  ['a mixture', 0.92],
  ['a heavy tail', 0.95],
  ['tight', 0.7],
  ['bimodal', 0.75],
  ['all at once', 0.6]
]

const by =
  (habit: Habit): Schedule =>
  (ageMs, random) =>
    nextLookMs(ageMs, random, habit)

/** Learnt as the looks would find them, some time after they ended. */
function learnFrom(shape: Shape, ends: number, known = ASSUMED): Habit {
  const chance = createChance(SEED)
  let habit = known
  for (let end = 0; end < ends; end++) {
    const endMs = shape.draw(chance) * 1_000
    habit = learn(habit, endMs + chance.next() * nextLookMs(endMs, 0.5, habit))
  }
  return habit
}

type Measured = { byAge: Costs; learnt: Record<'assumed' | 'after 5' | 'after 300', Costs>; least: number }

function measure(shape: Shape): Measured {
  const few = learnFrom(shape, 5)
  const learnt = {
    assumed: costsOf(by(ASSUMED), shape),
    'after 5': costsOf(by(few), shape),
    'after 300': costsOf(by(learnFrom(shape, 295, few)), shape)
  }
  return { byAge: costsOf(nextLookMs, shape), learnt, least: leastProduct(shape) }
}

const drawn = createChance(SEED)
const draws = Array.from({ length: DRAWS }, () => drawShapes(drawn))

describe.each(LEARNT_AT_MOST)('where the ends are %s', (name, atMost) => {
  const measured = draws.map(shapes => measure(shapes[name]))
  const all = measured.flatMap(({ byAge, learnt, least }) =>
    Object.entries(learnt).map(([known, costs]) => ({
      known,
      costs,
      byAge,
      least,
      ratio: looksAtSameDelay(costs, byAge)
    }))
  )
  const afterMany = all.filter(({ known }) => known === 'after 300')
  if (process.env.SHOW_LOOKS) show(name, measured)

  it('the habit never costs more looks than the age alone would for the same delay, whatever is known of it', () => {
    for (const { ratio } of all) expect(ratio).toBeLessThanOrEqual(1.02)
  })

  it('it costs far fewer once it is known, and the ends are found as soon as before', () => {
    expect(afterMany.reduce((sum, { ratio }) => sum + ratio, 0) / DRAWS).toBeLessThanOrEqual(atMost)
    for (const { costs, byAge } of afterMany) {
      expect(costs.looks).toBeLessThan(byAge.looks)
      expect(costs.delayS).toBeLessThan(1.15 * byAge.delayS)
    }
  })

  it('19 of 20 ends are found within 30 s', () => {
    for (const { costs } of all) expect(costs.p95S).toBeLessThanOrEqual(30)
  })

  it('no schedule does better than the best there can be', () => {
    for (const { costs, byAge, least } of all)
      for (const { looks, delayS } of [costs, byAge]) expect(looks * delayS).toBeGreaterThan(least)
  })
})

describe('a repository whose work suddenly ends much sooner', () => {
  const long = learnFrom(logNormal(2_400, 0.2), 300)
  const short = logNormal(90, 0.4)

  it('hears of 19 in 20 ends within 30 s all the same, and has learnt it after fifty', () => {
    const before = costsOf(by(long), short)
    const after = costsOf(by(learnFrom(short, 50, long)), short)
    expect(before.p95S).toBeLessThanOrEqual(30)
    expect(after.delayS).toBeLessThan(0.75 * before.delayS)
  })
})

it('what is worked out here is what looking at jobs costs', () => {
  const chance = createChance(SEED)
  const shape = logNormal(240, 0.7)
  const runs = 5_000
  let [looks, lateS] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const endMs = shape.draw(chance) * 1_000
    let ageMs = 0
    for (; ageMs < endMs; looks++) ageMs += nextLookMs(ageMs, chance.next())
    lateS += (ageMs - endMs) / 1_000
  }
  const costs = costsOf(nextLookMs, shape)
  expect(looks / runs / costs.looks).toBeCloseTo(1, 1)
  expect(lateS / runs / costs.delayS).toBeCloseTo(1, 1)
})

function show(name: string, measured: Measured[]): void {
  for (const { byAge, learnt, least } of measured) {
    const cells = Object.entries({ 'by age': byAge, ...learnt }).map(
      ([known, costs]) =>
        `${known} ${costs.looks.toFixed(1)} looks, ${costs.delayS.toFixed(1)} s, p95 ${costs.p95S} s, × ${looksAtSameDelay(costs, byAge).toFixed(2)}`
    )
    const bound = least / byAge.delayS
    process.stdout.write(
      `${name}: ${cells.join(' | ')} | bound ${bound.toFixed(1)}, × ${(bound / byAge.looks).toFixed(2)}\n`
    )
  }
}
