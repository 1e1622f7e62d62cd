import { z } from 'zod'
import { atLeast, parseFlags } from '../support/parse-flags.ts'

const FEWEST_ROUNDS = 5
const SHORT_ROUNDS = 2

const flags = z.object({
  short: z.boolean(),
  rounds: atLeast(1).optional(),
  as: z.enum(['before', 'now'], 'takes before or now'),
  note: z.string().optional(),
  to: z.string(),
  redraw: z.boolean()
})

export function parseOptions(names: string[]) {
  const isKnown = (only: string) => only.split(',').every(name => names.includes(name))
  const only = z.string().refine(isKnown, `takes ${names.join(', ')}, separated by commas`)
  const options = parseFlags(flags.extend({ only: only.optional() }), {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    as: { type: 'string', default: 'now' },
    note: { type: 'string' },
    to: { type: 'string', default: 'docs' },
    redraw: { type: 'boolean', default: false }
  })
  const wanted = options.only?.split(',') ?? names
  const rounds = options.rounds ?? (options.short ? SHORT_ROUNDS : FEWEST_ROUNDS)
  return { ...options, rounds, isWanted: (name: string) => wanted.includes(name) }
}
