const INTERRUPTED = 130

/** Runs it, then closes what it has opened, last first; on Ctrl-C too. What fails after that is not told: it fails because of that. */
export async function runAndClose<Result>(opened: AsyncDisposableStack, run: () => Promise<Result>): Promise<Result> {
  const interrupted = new Promise<undefined>(resolve => {
    // Not once: npm passes on a Ctrl-C that the terminal has sent already, and the second must not end the closing.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(undefined))
  })
  const ended = await Promise.race([run().then(result => ({ result })), interrupted]).finally(() =>
    opened.disposeAsync()
  )
  if (ended === undefined) process.exit(INTERRUPTED)
  return ended.result
}
