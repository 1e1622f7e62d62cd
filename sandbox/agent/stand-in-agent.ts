import { createServer } from 'node:http'
import { createChangeSignal } from './change-signal.ts'
import { createDelays } from './delays.ts'
import type { Fault, FaultTarget } from './fault.ts'
import { createFaultList, type FaultChoice, type PendingFault } from './fault-list.ts'
import { createHourlyWindow } from './hourly-window.ts'
import { createJobBook, type FinishOptions, type JobSummary } from './job-book.ts'
import { openPort } from './open-port.ts'
import { receiveRequest } from './receive-request.ts'
import { createRedirectTrap, type TrappedRequest } from './redirect-trap.ts'
import { type AcceptedSend, createRequestLog, type LoggedRequest, type RequestFilter } from './request-log.ts'
import type { AgentJob, JobPatch, NewJob } from './stand-in-job.ts'

export type StandInAgentOptions = {
  clock?: { now(): number }
  apiKey?: string
  projectId?: string
  hourlyLimit?: number
  retryAfterOn429?: boolean
  /** A free one by default. */
  port?: number
}
export type StandInAgentSnapshot = {
  url: string
  projectId: string
  isReachable: boolean
  budget: { used: number; limit: number }
  jobs: JobSummary[]
  requests: LoggedRequest[]
  sends: AcceptedSend[]
  faults: PendingFault[]
  /** Answers that a slow fault is holding back right now. */
  held: number
  redirected: TrappedRequest[]
}
export type StandInAgent = Awaited<ReturnType<typeof createStandInAgent>>

const snapshotLength = 200

/** A local server that behaves as the agent service's document says, and misbehaves on request. */
export async function createStandInAgent(options: StandInAgentOptions = {}) {
  const clock = options.clock ?? { now: () => Date.now() }
  const now = (): number => clock.now()
  const apiKey = options.apiKey ?? 'standin_local-key'
  const projectId = options.projectId ?? 'project-1'
  const jobs = createJobBook(now)
  const budget = createHourlyWindow(now, options.hourlyLimit ?? 100)
  const faults = createFaultList()
  const delays = createDelays()
  const log = createRequestLog()
  const signal = createChangeSignal(() => JSON.stringify(snapshot(), null, 2))

  const trap = await createRedirectTrap(apiKey, signal.notify)
  const retryAfterOn429 = options.retryAfterOn429 ?? false
  const onChange = signal.notify
  const receiver = {
    now,
    apiKey,
    projectId,
    retryAfterOn429,
    jobs,
    budget,
    faults,
    delays,
    log,
    trapUrl: trap.url,
    onChange
  }
  // No idle timeout: a kept-alive connection closed just as a caller uses it would look like a fault nobody set.
  const server = createServer(
    { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
    (request, response) => void receiveRequest(receiver, request, response)
  )
  const port = await openPort(server, options.port)
  const url = `http://127.0.0.1:${port.number}`

  function snapshot(): StandInAgentSnapshot {
    return {
      url,
      projectId,
      isReachable: port.isOpen(),
      budget: { used: budget.used(), limit: budget.limit() },
      jobs: jobs.list(),
      requests: log.requests().slice(-snapshotLength),
      sends: log.sends().slice(-snapshotLength),
      faults: faults.list(),
      held: delays.count(),
      redirected: trap.hits()
    }
  }

  return {
    url,
    apiKey,
    projectId,
    snapshot,
    onChange: signal.onChange,
    waitFor: signal.waitFor,

    addJob(job: NewJob): void {
      jobs.add(job)
      onChange()
    },
    finish(id: string, finishOptions?: FinishOptions): void {
      jobs.finish(id, finishOptions)
      onChange()
    },
    failJob(id: string): void {
      jobs.fail(id)
      onChange()
    },
    archive(id: string): void {
      jobs.archive(id)
      onChange()
    },
    setJob(id: string, patch: JobPatch): void {
      jobs.set(id, patch)
      onChange()
    },
    job: (id: string): AgentJob => jobs.read(id),
    jobs: (): JobSummary[] => jobs.list(),

    requests: (filter?: RequestFilter): LoggedRequest[] => log.requests(filter),
    sends: (jobId?: string): AcceptedSend[] => log.sends(jobId),
    /** What the bot cannot know: when the work on each message ended or will end, and null where it never does. */
    truth: (): (AcceptedSend & { workEndsAt: number | null })[] =>
      log.sends().map(send => ({ ...send, workEndsAt: jobs.workEndsAt(send.jobId, send.seq) })),
    /** What followed a redirect fault to its target. */
    redirected: (): TrappedRequest[] => trap.hits(),

    budgetUsed: (): number => budget.used(),
    /** Sends by other users of the same project. */
    useBudget(times: number): void {
      budget.use(times)
      onChange()
    },
    setHourlyLimit(limit: number): void {
      budget.setLimit(limit)
      onChange()
    },

    fail(target: FaultTarget, fault: Fault): string {
      const id = faults.add(target, fault)
      onChange()
      return id
    },
    /** Asked about every request that no listed fault matches, until the faults are cleared. */
    chooseFaults: (choose: FaultChoice): void => faults.chooseWith(choose),
    faults: (): PendingFault[] => faults.list(),
    clearFaults(id?: string): void {
      faults.clear(id)
      onChange()
    },
    /** Lets every answer that a slow fault is holding back finish now. */
    releaseSlow: (): void => delays.release(),
    /** From here on the port refuses connections, until `acceptConnections`. */
    async refuseConnections(): Promise<void> {
      await port.refuse()
      onChange()
    },
    async acceptConnections(): Promise<void> {
      await port.accept()
      onChange()
    },

    async stop(): Promise<void> {
      signal.abandonAll('the stand-in agent service was stopped')
      await Promise.all([port.close(), trap.stop()])
    }
  }
}
