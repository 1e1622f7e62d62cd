import { runAndClose } from '../support/run-and-close.ts'
import { parseOptions } from './chaos-options.ts'
import { isWrong, type Leg, openLedger, sumUp } from './ledger.ts'
import { runLeg } from './run-leg.ts'

// Real processes, killed at random moments with SIGKILL while both services misbehave; some are paused for a while, their clocks
// are off, their database connections break, and some serve another project. Everything is on loopback, and only what was started
// here is stopped. A control runs a bot that was weakened on purpose, and must be caught. A ledger keeps the legs that are done, so
// that a long run can be interrupted and goes on where it was.

const options = parseOptions()
const { seed, legs, control } = options
const { legs: done, add } = options.ledger ? await openLedger(options.ledger) : { legs: [], add: undefined }
const opened = new AsyncDisposableStack()

const ran = await runAndClose(opened, async () => {
  const ran: Leg[] = [...done]
  for (let of = seed; of < seed + legs; of += 1) {
    if (ran.some(leg => leg.seed === of)) continue
    const ownOpened = opened.use(new AsyncDisposableStack())
    const leg = await runLeg(options, of, act => void ownOpened.defer(act))
    await ownOpened.disposeAsync()
    process.stdout.write(
      `seed ${of}${control ? `, control '${control}'` : ''}, ${leg.processes} process${leg.processes > 1 ? 'es' : ''}: ${sumUp([leg])} ` +
        `(${leg.seconds} s, in which the stand-ins stood still for ${leg.stoodStillMs} ms at most)\n`
    )
    await add?.(leg)
    ran.push(leg)
  }
  return ran
})

if (ran.length > 1) process.stdout.write(`${ran.length} legs: ${sumUp(ran)}\n`)
const wasWrong = ran.some(isWrong)
if (control && !wasWrong) process.stdout.write('The weakened bot was not found out: this run proves nothing.\n')
process.exitCode = wasWrong === (control !== undefined) ? 0 : 1
