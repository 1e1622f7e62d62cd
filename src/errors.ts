// Sorted by what to do about them. A message never holds a secret or a prompt: it goes to the log as it is.

/** Something that time may mend: whoever owns the retries tries again. */
export class TransientError extends Error {
  override name = 'TransientError'
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Nobody answered in time: what was to be stored may be stored all the same. */
export class StorageUnclear extends TransientError {
  override name = 'StorageUnclear'
}

/** Something that no retry mends: it is buried and said once, to the operator. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}

/** The start cannot go on. The message is all the operator sees: no stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The words of an unknown thrown value, and nothing that it carries (a request holds headers, a query holds a prompt). */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return thrownWords(error)
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.name}: ${error.message}${code}`
}

/** Not everything that is thrown or emitted is an Error. */
function thrownWords(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined
  return typeof message === 'string' ? message : 'unknown error'
}
