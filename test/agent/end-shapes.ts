import type { Chance } from '../simulation/seeded-random.ts'

/** When work ends, as a distribution over its age in seconds. */
export type Shape = {
  /** The share that has ended by then. */
  endedBy(ageS: number): number
  /** One end. */
  draw(chance: Chance): number
}

/** Abramowitz and Stegun 26.2.17: exact to seven digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const factors = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153, 0]
  const beyond = factors.reduce((sum, factor) => sum * t + factor) * Math.exp((-z * z) / 2) * 0.3989422804
  return z > 0 ? 1 - beyond : beyond
}

export const logNormal = (medianS: number, spread: number): Shape => ({
  endedBy: ageS => (ageS <= 0 ? 0 : normal(Math.log(ageS / medianS) / spread)),
  draw: chance => {
    const z = Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
    return medianS * Math.exp(spread * z)
  }
})

/** Log-logistic: the share that is still at work falls only with a power of the age. */
const heavyTail = (medianS: number, power: number): Shape => ({
  endedBy: ageS => (ageS <= 0 ? 0 : 1 / (1 + (ageS / medianS) ** -power)),
  draw: chance => medianS * (1 / (1 - chance.next()) - 1) ** (1 / power)
})

/** Evenly. */
const between = (firstS: number, lastS: number): Shape => ({
  endedBy: ageS => Math.min(Math.max((ageS - firstS) / (lastS - firstS), 0), 1),
  draw: chance => firstS + (lastS - firstS) * chance.next()
})

const mixed = (share: number, one: Shape, other: Shape): Shape => ({
  endedBy: ageS => share * one.endedBy(ageS) + (1 - share) * other.endedBy(ageS),
  draw: chance => (chance.happens(share) ? one : other).draw(chance)
})

export type ShapeName = 'log-normal' | 'a mixture' | 'a heavy tail' | 'tight' | 'bimodal' | 'all at once'

/** One shape of each kind, usually between a minute and two hours, with its parameters drawn afresh. */
export function drawShapes(chance: Chance): Record<ShapeName, Shape> {
  const from = (least: number, most: number) => least + (most - least) * chance.next()
  const aroundS = (least: number, most: number) => least * (most / least) ** chance.next()
  const shortS = aroundS(60, 600)
  const onceS = aroundS(60, 2_400)
  return {
    'log-normal': logNormal(aroundS(90, 2_400), from(0.6, 1.1)),
    'a mixture': mixed(
      from(0.3, 0.7),
      logNormal(shortS, from(0.4, 0.8)),
      logNormal(shortS * from(3, 8), from(0.4, 0.8))
    ),
    'a heavy tail': heavyTail(aroundS(90, 1_200), from(1.1, 1.8)),
    tight: logNormal(aroundS(90, 2_400), from(0.12, 0.25)),
    bimodal: mixed(from(0.3, 0.7), logNormal(shortS, from(0.1, 0.2)), logNormal(shortS * from(4, 8), from(0.1, 0.2))),
    'all at once': between(onceS, onceS + 60)
  }
}
