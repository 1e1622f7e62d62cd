import { z } from 'zod'
import { anyNumber, atLeast, parseFlags } from '../support/parse-flags.ts'

/** What happens to the bots besides kills: pauses, wrong clocks, broken connections, another project. */
const USUAL = ['pauses', 'skew', 'cuts', 'projects'] as const
/** Only when asked for, as they need libfaketime and strace: clocks that stop and jump, calls to the system that fail. */
const TROUBLES = [...USUAL, 'clocks', 'calls'] as const
export type Trouble = (typeof TROUBLES)[number]
const OF_TWO = new Set<Trouble>(['skew', 'projects'])

const only = z.string().transform((words, context) => {
  const wanted = words.split(',').filter(word => word !== 'kills')
  const known = z.array(z.enum(TROUBLES)).safeParse(wanted)
  if (known.success) return known.data
  context.addIssue(`takes kills, ${TROUBLES.join(', ')}, separated by commas`)
  return z.NEVER
})

/** Ways of weakening the bot on purpose. */
export const CONTROLS = ['memory', 'resend', 'late', 'early', 'deaf'] as const

/** `traffic`: how many follow-ups are written for each kill, at least. */
const flags = z
  .object({
    kills: atLeast(1),
    traffic: atLeast(0),
    seed: anyNumber,
    legs: atLeast(1),
    ledger: z.string().optional(),
    processes: atLeast(1).max(4, 'has to be at most 4'),
    control: z.enum(CONTROLS, `takes one of ${CONTROLS.join(', ')}`).optional(),
    database: z.boolean(),
    only: only.optional()
  })
  .refine(({ only, processes }) => processes > 1 || !only?.some(trouble => OF_TWO.has(trouble)), {
    message: '--only skew and --only projects need --processes 2'
  })

export type ChaosOptions = Omit<z.output<typeof flags>, 'only'> & { has(trouble: Trouble): boolean }

export function parseOptions(): ChaosOptions {
  const { only: named, ...options } = parseFlags(flags, {
    kills: { type: 'string', default: '20' },
    traffic: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    legs: { type: 'string', default: '1' },
    ledger: { type: 'string' },
    processes: { type: 'string', default: '1' },
    control: { type: 'string' },
    database: { type: 'boolean', default: false },
    only: { type: 'string' }
  })
  // A control is a bot with one weakness, and no other trouble may be what catches it. And a single bot has its database on the
  // same machine, on the same clock, and nobody to serve the other project.
  const usual = options.control ? [] : options.processes > 1 ? USUAL : (['pauses', 'cuts'] as const)
  const troubles = new Set<Trouble>(named ?? usual)
  return { ...options, has: trouble => troubles.has(trouble) }
}
