import { parseArgs } from 'node:util'
import { z } from 'zod'

/** What happens to the bots besides kills: pauses, wrong clocks, broken connections, another project. */
const TROUBLES = ['pauses', 'skew', 'cuts', 'projects'] as const
export type Trouble = (typeof TROUBLES)[number]

const only = z.string().transform((words, context) => {
  const wanted = words.split(',').filter(word => word !== 'kills')
  const known = z.array(z.enum(TROUBLES)).safeParse(wanted)
  if (known.success) return known.data
  context.addIssue(`--only takes kills, ${TROUBLES.join(', ')}, separated by commas`)
  return z.NEVER
})

const flags = z.object({
  kills: z.coerce.number().int().min(1),
  seed: z.coerce.number().int(),
  processes: z.coerce.number().int().min(1).max(4),
  control: z.enum(['memory', 'resend', 'late', 'early', 'deaf', 'status']).optional(),
  database: z.boolean(),
  only: only.optional()
})

export type ChaosOptions = Omit<z.output<typeof flags>, 'only'> & { has(trouble: Trouble): boolean }

export function parseOptions(): ChaosOptions {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      processes: { type: 'string', default: '1' },
      control: { type: 'string' },
      database: { type: 'boolean', default: false },
      only: { type: 'string' }
    }
  })
  const { only: named, ...options } = flags.parse(values)
  const needsOthers = options.processes === 1 && named?.some(trouble => trouble === 'skew' || trouble === 'projects')
  if (needsOthers) throw new Error('--only skew and --only projects need --processes 2')
  // A control is a bot with one weakness, and no other trouble may be what catches it. And a single bot has its database on the
  // same machine, on the same clock, and nobody to serve the other project.
  const usual = options.control ? [] : options.processes > 1 ? TROUBLES : (['pauses', 'cuts'] as const)
  const troubles = new Set<Trouble>(named ?? usual)
  return { ...options, has: trouble => troubles.has(trouble) }
}
