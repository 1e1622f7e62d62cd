// Sorted by what to do about them. A message never holds a secret or a prompt: it is logged as is.

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, words: string) => void>

export class NamedError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** A failure that may pass: whoever owns the retries tries again. */
export class TransientError extends NamedError {
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The database did not answer in time: the write may have been stored after all. */
export class StorageUnclear extends TransientError {}

export class AlreadyThere extends NamedError {}

/** False when nothing was stored, since some of it is stored already. */
export async function unlessThere<T>(storing: Promise<T>): Promise<T | false> {
  return storing.catch(error => {
    if (error instanceof AlreadyThere) return false
    throw error
  })
}

/** A failure that no retry fixes: it is buried, and the operator is told once. */
export class PermanentError extends NamedError {}

/** The start cannot continue. The message is all the operator sees: no stack trace. */
export class StartError extends NamedError {}

/** The message of an unknown thrown value, and nothing else it carries (a request holds headers, a query holds a prompt). */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return thrownWords(error)
  // It quotes what could not be read.
  if (error instanceof SyntaxError) return error.name
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.name}: ${error.message}${code}`
}

function thrownWords(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined
  return typeof message === 'string' ? message : 'unknown error'
}

/** A StartError's message is written for the operator; anything else is a bug and needs its stack. */
export function exitWith(error: unknown): never {
  const isBug = error instanceof Error && !(error instanceof StartError)
  process.stderr.write(`${isBug ? error.stack : thrownWords(error)}\n`)
  process.exit(1)
}
