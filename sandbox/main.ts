import { setTimeout as sleep } from 'node:timers/promises'
import { onNpmGone } from '../src/config.ts'
import { StartError } from '../src/errors.ts'
import { createSandbox } from './sandbox.ts'

/** The first port to try for the page. */
const FIRST_PORT = Number(process.env.PORT) || 3000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const startedMs = performance.now()
  const opening = createSandbox({ port: FIRST_PORT })
  let leaving = false

  async function leave(): Promise<void> {
    if (leaving) return
    leaving = true
    say('\nStopping the sandbox …')
    // A signal during startup: what is being opened is closed as soon as it is open.
    await opening.then(sandbox => sandbox.stop()).catch(fail)
    process.exit(process.exitCode ?? 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave())

  onNpmGone(() => void leave())

  const { url, bot } = await opening
  while (bot.status().state === 'starting' && !leaving) await sleep(100)
  if (leaving) return
  say(`\n  Agent Follow-up, in a sandbox:  ${url}\n`)
  say('  Open it in a browser and follow the short path at the top. No account, nothing leaves this machine.')
  say(`  Ctrl-C stops everything.  (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)\n`)
}

function fail(error: unknown): void {
  process.exitCode = 1
  // The words of a StartError are meant for the person as they are; anything else is a bug and needs its stack.
  const words = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${words}\n`)
}

await main().catch(fail)
