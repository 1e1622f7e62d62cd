import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const count = z.number()

const legSchema = z.object({
  seed: count,
  processes: count,
  kills: count,
  pauses: count,
  cutConnections: count,
  databaseKills: count,
  wrongClocks: count.default(0),
  failedCalls: count.default(0),
  endedAlone: count,
  accepted: count,
  inDoubt: count,
  wrong: z.record(z.string(), count),
  seconds: count,
  stoodStillMs: count
})

export type Leg = z.output<typeof legSchema>

const ledgerSchema = z.object({
  /** Of what source, by its tree in git: legs of another prove nothing for it. */
  src: z.string(),
  legs: z.array(legSchema)
})

const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim()

/** The legs that this source has stood so far, kept in a file between one run and the next. */
export async function openLedger(file: string) {
  const [src, changed] = await Promise.all([git('rev-parse', 'HEAD:src'), git('status', '--porcelain', 'src')])
  if (changed) throw new Error('Commit what changed in src first: a ledger is about one source.')
  const kept = await readLegs(file).catch(() => undefined)
  const legs = kept?.src === src ? kept.legs : []
  return {
    legs,
    async add(leg: Leg): Promise<void> {
      legs.push(leg)
      await writeFile(file, `${JSON.stringify({ src, legs }, null, 1)}\n`)
    }
  }
}

export const readLegs = async (file: string) => ledgerSchema.parse(JSON.parse(await readFile(file, 'utf8')))

/** `outOfOrder`: out of order. */
const inWords = (name: string) => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

const inThousands = (number: number) => number.toLocaleString('en-US')

/** What of so many never happened is, with 95 % confidence, rarer than three among them. */
const boundOf = (accepted: number) => `fewer than 1 in ${inThousands(Math.floor(accepted / 3))}, with 95 % confidence`

type Trouble = 'kills' | 'pauses' | 'cutConnections' | 'databaseKills' | 'wrongClocks' | 'failedCalls' | 'endedAlone'

const TROUBLES: [Trouble, one: string, many?: string][] = [
  ['kills', 'kill'],
  ['pauses', 'pause'],
  ['cutConnections', 'cut connection'],
  ['databaseKills', 'kill of the database', 'kills of the database'],
  ['wrongClocks', 'clock that stood still or jumped', 'clocks that were off, stood still or jumped'],
  ['failedCalls', 'call to the system that failed', 'calls to the system that failed'],
  ['endedAlone', 'ended by itself', 'ended by themselves']
]

export function sumUp(legs: Leg[]): string {
  const sum = (of: (leg: Leg) => number) => legs.reduce((all, leg) => all + of(leg), 0)
  const happened = TROUBLES.flatMap(([name, one, many = `${one}s`]) => {
    const number = sum(leg => leg[name])
    return number > 0 ? [`${inThousands(number)} ${number === 1 ? one : many}`] : []
  })
  const accepted = sum(leg => leg.accepted)
  const wrongs = Object.keys(legs[0]?.wrong ?? {}).map(kind => {
    return { kind, count: sum(({ wrong }) => wrong[kind] ?? 0) }
  })
  return [
    `${happened.join(', ')}, ${inThousands(accepted)} follow-ups acknowledged: `,
    wrongs.map(({ kind, count }) => `${count} ${inWords(kind)}`).join(', '),
    ...(wrongs.some(({ count }) => count > 0) ? [] : [` (each ${boundOf(accepted)})`]),
    `; ${sum(({ inDoubt }) => inDoubt)} maybe delivered`
  ].join('')
}

export const isWrong = ({ wrong }: Leg) => Object.values(wrong).some(count => count > 0)
