import { parseArgs } from 'node:util'
import { z } from 'zod'

const FEWEST_ROUNDS = '5'
const SHORT_ROUNDS = '2'

const flags = z.object({
  only: z.string().optional(),
  short: z.boolean(),
  rounds: z.coerce.number().int().min(1),
  as: z.enum(['before', 'now']),
  note: z.string().optional(),
  to: z.string(),
  redraw: z.boolean()
})

export function parseOptions(names: string[]) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      as: { type: 'string', default: 'now' },
      note: { type: 'string' },
      to: { type: 'string', default: 'docs' },
      redraw: { type: 'boolean', default: false }
    }
  })
  const options = flags.parse({ ...values, rounds: values.rounds ?? (values.short ? SHORT_ROUNDS : FEWEST_ROUNDS) })
  const wanted = options.only?.split(',') ?? names
  const unknown = wanted.filter(name => !names.includes(name))
  if (unknown.length > 0) throw new Error(`--only takes ${names.join(', ')}, separated by commas`)
  return { ...options, isWanted: (name: string) => wanted.includes(name) }
}
