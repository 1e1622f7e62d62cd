const MINUTE = 60_000

/**
 * Says once a minute how far something is that takes long. On stderr, whether or not somebody watches: what it prints at the end
 * stays alone on stdout.
 */
export function sayProgress(describe: () => string | Promise<string>, { ofMinutes = 0 } = {}): Disposable {
  let minutes = 0
  async function say(): Promise<void> {
    minutes += 1
    const time = minutes <= ofMinutes ? `${minutes} of ${ofMinutes} minutes` : `${minutes} min`
    process.stderr.write(`${time}: ${await describe()}\n`)
  }
  // A database that is restarting right now can be asked again in a minute.
  const timer = setInterval(() => void say().catch(() => {}), MINUTE).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
