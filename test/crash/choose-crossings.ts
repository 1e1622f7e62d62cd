import { type Chance, createChance } from '../simulation/seeded-random.ts'

const READ = /database\.select|agent\.readJob|slack\.findPosted|people\./

/**
 * The crossings at which a kill can leave something different behind. Nothing is done between the end of one call and the start
 * of the next. A read changes nothing, so before and after it are the same, but a run of reads has two ends: between them, the queue
 * may close one task and open the next. Inside a transaction, nothing is stored before its end.
 */
export function tellingKills(crossings: string[]): string[] {
  const apart = crossings.filter((crossing, place) => {
    const followsAnEnd = crossings[place - 1]?.startsWith('after') ?? false
    return !(crossing.startsWith('before') && (followsAnEnd || READ.test(crossing)))
  })
  return apart.filter((crossing, place) => {
    const [previous = '', next = ''] = [apart[place - 1], apart[place + 1]]
    const isInsideReads = READ.test(crossing) && READ.test(previous) && READ.test(next)
    const isInsideTransaction = /enqueue|dropTask/.test(crossing) && !/after database/.test(next)
    return !isInsideReads && !isInsideTransaction
  })
}

const { CRASH_POINTS: asked, CRASH_SEED: seed = '1' } = process.env

/** All of these or, if CRASH_POINTS is a number, an eighth as many, drawn with CRASH_SEED. */
export function drawSome(kills: string[]): string[] {
  return asked === undefined || asked === 'all'
    ? kills
    : someOf(kills, Math.ceil(Number(asked) / 8), createChance(Number(seed)))
}

const CHANGES_NOTHING = /^after (?!agent|slack\.post)|database\.(select|WITH)|people\.|before agent\.readJob/

/** Where a pause can make a difference: before a call that changes something, and with its answer in hand. */
export const tellingPauses = (crossings: string[]): string[] =>
  crossings.filter(crossing => !CHANGES_NOTHING.test(crossing))

/** For each kind of call, the one in the middle of the day. */
export function oneOfEachKind(crossings: string[]): string[] {
  const kinds = Map.groupBy(crossings, crossing => crossing.replace(/ #\d+$/, ''))
  return [...kinds.values()].flatMap(alike => alike[Math.floor(alike.length / 2)] ?? [])
}

export function someOf(crossings: string[], count: number, chance: Chance): string[] {
  const keyed = crossings.map(crossing => ({ crossing, key: chance.next() }))
  const drawn = keyed.toSorted((one, other) => one.key - other.key).slice(0, count)
  return drawn.map(({ crossing }) => crossing)
}
