import { createServer } from 'node:http'
import { createChanges } from '../shared/changes.ts'
import { openPort } from '../shared/open-port.ts'
import { createDelays, toJsonAnswer } from './answer.ts'
import { createAgentFaults } from './fault.ts'
import { createJobBook } from './job-book.ts'
import { createRequestLog, receiveRequest } from './receive-request.ts'

const hourMs = 60 * 60 * 1000

export type HourlyWindow = ReturnType<typeof createHourlyWindow>

/** A sliding hour: a use counts until exactly one hour after it was made. */
function createHourlyWindow(now: () => number, limit: number) {
  let uses: number[] = []

  const used = (): number => {
    const since = now() - hourMs
    uses = uses.filter(at => at > since)
    return uses.length
  }
  const secondsUntilFree = (): number => {
    const blocking = uses[used() - limit]
    return Math.max(1, Math.ceil(((blocking ?? now()) + hourMs - now()) / 1000))
  }

  return {
    used,
    secondsUntilFree,
    limit,
    isFull: (): boolean => used() >= limit,
    use(times = 1): void {
      for (let count = 0; count < times; count += 1) uses.push(now())
    },
    /** As if the hour had gone by. */
    refill(): void {
      uses = []
    }
  }
}

type TrappedRequest = { method: string; path: string; carriedKey: boolean }

/** Where redirects lead. It answers like a finished job, so that a caller that follows one shows a wrong result. */
async function createRedirectTrap(apiKey: string, changed: () => void) {
  const hits: TrappedRequest[] = []
  const server = createServer((request, response) => {
    const carriedKey = JSON.stringify(request.rawHeaders).includes(apiKey)
    hits.push({ method: request.method ?? '', path: request.url ?? '', carriedKey })
    const { status, headers, body } = toJsonAnswer(200, {
      id: 'trapped',
      status: 'completed',
      prLink: 'https://redirected.example/pull/666'
    })
    response.writeHead(status, headers).end(body)
    changed()
  })
  const port = await openPort(server)

  return {
    // A different name from the service's own, so that host and port both differ.
    url: `http://localhost:${port.number}/elsewhere`,
    hits: (): TrappedRequest[] => [...hits],
    stop: port.close
  }
}

export type StandInAgentOptions = {
  clock?: { now(): number }
  apiKey?: string
  projectId?: string
  hourlyLimit?: number
  retryAfterOn429?: boolean
  /** A free one by default. */
  port?: number
}
export type StandInAgent = Awaited<ReturnType<typeof createStandInAgent>>

const snapshotLength = 200

/** A local server that behaves as the agent service's document says, and misbehaves on request. */
export async function createStandInAgent(options: StandInAgentOptions = {}) {
  const { clock = Date, apiKey = 'standin_local-key', projectId = 'project-1', retryAfterOn429 = false } = options
  const now = (): number => clock.now()
  const jobs = createJobBook(now)
  const budget = createHourlyWindow(now, options.hourlyLimit ?? 100)
  const faults = createAgentFaults()
  const delays = createDelays()
  const log = createRequestLog()
  const changes = createChanges(() => JSON.stringify(snapshot(), null, 2))
  const { changed } = changes
  const trap = await createRedirectTrap(apiKey, changed)
  const shared = { now, apiKey, projectId, retryAfterOn429, jobs, budget, faults, delays, log, changed }
  const receiver = { ...shared, trapUrl: trap.url }
  // No idle timeout: a kept-alive connection closed just as a caller uses it would look like a fault nobody set.
  const server = createServer(
    { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
    (request, response) => void receiveRequest(receiver, request, response)
  )
  const port = await openPort(server, options.port)
  const url = `http://127.0.0.1:${port.number}`

  const telling =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      const result = act(...args)
      changed()
      return result
    }

  function snapshot() {
    return {
      url,
      projectId,
      isReachable: port.isOpen(),
      budget: { used: budget.used(), limit: budget.limit },
      jobs: jobs.list(),
      requests: log.requests().slice(-snapshotLength),
      sends: log.sends().slice(-snapshotLength),
      faults: faults.list(),
      /** Answers that a slow fault is holding back right now. */
      held: delays.count(),
      redirected: trap.hits()
    }
  }

  return {
    url,
    apiKey,
    projectId,
    snapshot,
    onChange: changes.onChange,
    waitFor: changes.waitFor,

    addJob: telling(jobs.add),
    finish: telling(jobs.finish),
    failJob: telling(jobs.fail),
    archive: telling(jobs.archive),
    setJob: telling(jobs.set),
    job: (id: string) => jobs.read(id),
    jobs: jobs.list,
    statusesDuring: jobs.statusesDuring,

    requests: log.requests,
    sends: log.sends,
    /** What the bot cannot know: when the work on each message ended or will end, and null where it never does. */
    truth: () => log.sends().map(send => ({ ...send, ...jobs.workEnd(send.jobId, send.seq) })),
    /** What followed a redirect fault to its target. */
    redirected: trap.hits,

    budgetUsed: budget.used,
    /** Sends by other users of the same project. */
    useBudget: telling(budget.use),
    refillBudget: telling(budget.refill),

    fail: telling(faults.add),
    /** Asked about every request that no listed fault matches, until the faults are cleared. */
    chooseFaults: faults.chooseWith,
    faults: faults.list,
    clearFaults: telling(faults.clear),
    /** Lets every answer that a slow fault is holding back finish now. */
    releaseSlow: delays.release,
    /** From here on the port refuses connections, until `acceptConnections`. */
    async refuseConnections(): Promise<void> {
      await port.refuse()
      changed()
    },
    async acceptConnections(): Promise<void> {
      await port.accept()
      changed()
    },

    async stop(): Promise<void> {
      changes.stop()
      await Promise.all([port.close(), trap.stop()])
    }
  }
}
