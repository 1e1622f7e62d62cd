import { type ParseArgsConfig, parseArgs } from 'node:util'
import { z } from 'zod'

const WRONG_USE = 2

export const anyNumber = z.coerce.number('has to be a number').int('has to be a whole number')
export const atLeast = (least: number) => anyNumber.min(least, `has to be at least ${least}`)

/** What a program was started with. What it cannot take ends it, with a line that says so instead of a stack. */
export function parseFlags<Flags extends z.ZodType>(
  flags: Flags,
  options: NonNullable<ParseArgsConfig['options']>
): z.output<Flags> {
  const parsed = flags.safeParse(readFlags(options))
  if (parsed.success) return parsed.data
  return refuse(parsed.error.issues.map(({ path, message }) => [...path.map(asFlag), message].join(' ')))
}

function readFlags(options: NonNullable<ParseArgsConfig['options']>): unknown {
  try {
    return parseArgs({ options, allowNegative: true }).values
  } catch (error) {
    const [what] = String(error instanceof Error ? error.message : error).split(/[.\n]/)
    return refuse([`${what}. It takes ${Object.keys(options).map(asFlag).join(', ')}.`])
  }
}

const asFlag = (name: PropertyKey) => `--${String(name)}`

function refuse(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(WRONG_USE)
}
