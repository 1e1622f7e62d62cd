import type { Shape } from './end-shapes.ts'

const SLOT_S = 1
const DAY_S = 86_400
const FIRST_S = 5
const SECOND_S = 20
const LONGEST_S = 40
const ENDS = 200

/** The wait at an age, in milliseconds; `random` from 0 to 1. */
export type Schedule = (ageMs: number, random: number) => number

/** What a schedule costs on average: `fixed` is what the looks at 5 s and 20 s cost alone. */
export type Costs = {
  looks: number
  delayS: number
  p95S: number
  fixed: { looks: number; delayS: number }
}

type Wait = { fewest: number; most: number }

/** The first and the last slot in which the look after one in this slot can come. */
function waitsFrom(schedule: Schedule, slots: number): Wait[] {
  const waits: Wait[] = []
  // Waits change slowly: one for each fiftieth of the age is enough.
  for (let slot = 0; slot < slots; ) {
    const ageMs = slot * SLOT_S * 1_000
    const [fewest, most] = [schedule(ageMs, 0), schedule(ageMs, 1)].map(ms => Math.round(ms / 1_000 / SLOT_S))
    const next = Math.min(Math.max(slot + 1, Math.ceil(slot * 1.02)), slots)
    for (; slot < next; slot++) waits.push({ fewest: fewest ?? 1, most: Math.max(most ?? 1, fewest ?? 1) })
  }
  return waits
}

/** How many looks to expect in each slot, if the work goes on. */
function looksIn(waits: Wait[]): Float64Array {
  const looks = new Float64Array(waits.length + LONGEST_S / SLOT_S)
  looks[SECOND_S / SLOT_S] = 1
  for (const [slot, { fewest, most }] of waits.entries()) {
    const share = (looks[slot] ?? 0) / (most - fewest + 1)
    if (share === 0) continue
    for (let wait = fewest; wait <= most; wait++) looks[slot + wait] = (looks[slot + wait] ?? 0) + share
  }
  return looks
}

/** The age by which this share has ended, at most a day. */
function ageWhen(shape: Shape, share: number): number {
  let [least, most] = [0, DAY_S]
  for (let step = 0; step < 30; step++) {
    const middle = (least + most) / 2
    if (shape.endedBy(middle) > share) most = middle
    else least = middle
  }
  return most
}

/** By integration over all moments of looks and 200 equally likely moments of the end. */
export function costsOf(schedule: Schedule, shape: Shape): Costs {
  const slots = Math.ceil(Math.min(DAY_S, ageWhen(shape, 0.9995) + LONGEST_S) / SLOT_S)
  const waits = waitsFrom(schedule, slots)
  const expected = looksIn(waits)
  const fixed = { looks: 2 - shape.endedBy(FIRST_S), delayS: 0 }
  // Each look that finds the work still going on is followed by another one.
  let looks = fixed.looks
  for (let slot = SECOND_S / SLOT_S; slot < slots; slot++)
    looks += (expected[slot] ?? 0) * (1 - shape.endedBy(slot * SLOT_S))

  const delays = new Float64Array(LONGEST_S / SLOT_S)
  let delayS = 0
  function add(lateS: number, share: number) {
    const at = Math.floor(lateS / SLOT_S)
    delays[at] = (delays[at] ?? 0) + share
    delayS += lateS * share
  }
  for (let end = 0.5; end < ENDS; end++) {
    const endS = ageWhen(shape, end / ENDS)
    if (endS <= SECOND_S) {
      add((endS <= FIRST_S ? FIRST_S : SECOND_S) - endS, 1 / ENDS)
      fixed.delayS = delayS
      continue
    }
    const firstSlot = Math.max(SECOND_S, endS - LONGEST_S) / SLOT_S
    for (let slot = Math.ceil(firstSlot); slot * SLOT_S < endS; slot++) {
      const { fewest, most } = waits[slot] ?? { fewest: 1, most: 1 }
      const share = (expected[slot] ?? 0) / (most - fewest + 1) / ENDS
      for (let wait = Math.max(fewest, Math.ceil(endS / SLOT_S - slot)); share > 0 && wait <= most; wait++)
        add((slot + wait) * SLOT_S - endS, share)
    }
  }
  let p95S = 0
  for (let found = 0; found < 0.95; p95S += SLOT_S) found += delays[p95S / SLOT_S] ?? 1
  return { looks, delayS, p95S, fixed }
}

/** Its looks over those of the other schedule, had that been drawn out or pressed together until its mean delay were the same. */
export function looksAtSameDelay(one: Costs, other: Costs): number {
  const stretched = (one.delayS - one.fixed.delayS) / (other.delayS - other.fixed.delayS)
  return one.looks / (other.fixed.looks + (other.looks - other.fixed.looks) / stretched)
}

/** No schedule, however well informed, has a smaller product of looks and mean delay: ½(∫√(S f))². */
export function leastProduct(shape: Shape): number {
  let integral = 0
  const steps = 4_000
  const age = (step: number) => DAY_S * (step / steps) ** 4
  for (let step = 0; step < steps; step++) {
    const [sooner, later] = [shape.endedBy(age(step)), shape.endedBy(age(step + 1))]
    integral += Math.sqrt((1 - (sooner + later) / 2) * Math.max(later - sooner, 0) * (age(step + 1) - age(step)))
  }
  return integral ** 2 / 2
}
