import { setTimeout as sleep } from 'node:timers/promises'
import type { Office } from '../support/office.ts'

/** Slack takes one message a second in each: in one, cards and results would come too late. */
const CHANNELS = 20

type Options = Pick<Office, 'slack' | 'agent' | 'ana'> & {
  jobs: number
  /** How long each of them works. */
  worksMs: number
}

/**
 * So many jobs at work at any time: whenever one has ended, a new one takes its place with a new follow-up. They begin one after
 * the other for as long as one of them works, and so they end at an even rate.
 */
export function keepAtWork({ slack, agent, ana, jobs, worksMs }: Options) {
  const channels = Array.from({ length: CHANNELS }, (_, number) => {
    return slack.addChannel({ id: `C0LONG${number}`, name: `long-${number}`, members: [ana] }).id
  })
  let written = 0
  const ids = new Set<string>()
  const stopping = new AbortController()
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function send(jobId: string, channel: string): Promise<void> {
    agent.addJob({ id: jobId, life: { worksMs, ends: 'completed', pullRequest: true } })
    ids.add(jobId)
    await slack.command({ user: ana, channel, text: `${jobId} command ${++written}` })
  }

  async function keepPlace(place: number): Promise<void> {
    const channel = channels[place % CHANNELS] ?? ''
    await wait((place / jobs) * worksMs)
    for (let turn = 1; !stopping.signal.aborted; turn++) {
      await send(`job_long${place}_${turn}`, channel)
      await wait(worksMs)
    }
  }

  return {
    /** Resolves when it was told to stop and nothing more is said. */
    stopped: Promise.all(Array.from({ length: jobs }, (_, place) => keepPlace(place))),
    stop: () => stopping.abort(),
    /** Ends by hand those that still work. */
    endAll() {
      for (const { job } of agent.jobs())
        if (job.status === 'active' && ids.has(job.id ?? '')) agent.finish(job.id ?? '')
    }
  }
}
