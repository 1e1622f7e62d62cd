import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../support/run-sql.ts'
import { watchMany } from '../support/watch-many.ts'
import type { Bench, StartOptions } from './bench.ts'
import type { Heard } from './count-wrongs.ts'
import type { Answered } from './drive-load.ts'
import { createBenchAgent, type Send } from './stubs/bench-agent.ts'

export type Line = Awaited<ReturnType<typeof openLine>>

const LANES = 24
// A process that was killed is noticed after 15 s at most, and a result comes with the next look.
const QUIET_MS = 25_000
const LOOK_EVERY_MS = 250
const OPEN_WITHIN_MS = 120_000
const NAMED = /(job_\d+)\b/
const FINISHED = /(job_\d+)\b.* finished/
const PULL_REQUEST = /\/pull\/\d+/

/** One contestant with a Slack and an agent service of its own: commands go in at one end, results come out at the other. */
export async function openLine(
  bench: Bench,
  options: Pick<StartOptions, 'instead' | 'transport' | 'database' | 'env'>
) {
  const slack = await bench.openSlack()
  const agent = await createBenchAgent(bench)
  const results = new Map<string, number>()
  const doubts = new Set<string>()
  const onHeard = new Set<(heard: Heard) => void>()
  onHeard.add(({ what, jobId }) => {
    if (what === 'doubt') doubts.add(jobId)
    else results.set(jobId, (results.get(jobId) ?? 0) + 1)
  })
  slack.onPost.add(({ channel, text, operation }) => {
    const isDoubt = operation?.endsWith(':maybe')
    const [, jobId] = (isDoubt ? NAMED : FINISHED).exec(text.replaceAll('*', '')) ?? []
    if (!jobId) return
    const [pullRequest] = PULL_REQUEST.exec(text) ?? []
    const heard = { jobId, channel, what: isDoubt ? 'doubt' : 'finished', pullRequest, atMs: Date.now() } as const
    for (const tell of onHeard) tell(heard)
  })
  const database = options.database ?? (await bench.createDatabase())
  let bot = await bench.start({ ...options, database, slack, agent })
  /** When each command was acknowledged. */
  const takenAtMs = new Map<string, number>()
  let given = 0

  async function give(): Promise<Answered> {
    const jobId = `job_${++given}`
    const answered = await slack.command(`${jobId} add examples to page ${given}`)
    if (answered === 'taken') takenAtMs.set(jobId, Date.now())
    return answered
  }

  const lost = () => [...takenAtMs.keys()].filter(jobId => !results.has(jobId) && !doubts.has(jobId)).length

  async function kill(): Promise<void> {
    bot.kill('SIGKILL')
    await bot.exited
  }

  return {
    slack,
    agent,
    /** To look into its database from outside. */
    databaseUrl: 'DATABASE_URL' in database ? database.DATABASE_URL : urlOf(database.DATA_DIR),
    bot: () => bot,
    give,
    takenAtMs,
    /** How often each job was said to have finished. */
    results,
    /** The jobs of which people were told that nobody knows whether the follow-up arrived. */
    doubts,
    onHeard,
    /** Acknowledged commands of which nobody was told what became of them. */
    lost,
    sentTwice: () => agent.sends.length - new Set(agent.sends.map(({ jobId }) => jobId)).size,
    /** Until none is left of which something may still be told. */
    async settle(untold = lost): Promise<void> {
      for (let [left, since] = [untold(), performance.now()]; left > 0 && performance.now() - since < QUIET_MS; ) {
        await sleep(LOOK_EVERY_MS)
        if (untold() < left) since = performance.now()
        left = untold()
      }
    },
    kill,
    async restart(): Promise<void> {
      await kill()
      bot = await bench.start({ ...options, database, slack, agent })
    },
    /** Gives commands as fast as they are sent on, with a few waiting at any time, for as long as `goOn` says. */
    async keepBusy(goOn: () => boolean): Promise<void> {
      const isAhead = () => takenAtMs.size - agent.sends.length > 2 * LANES
      async function lane(): Promise<void> {
        while (goOn()) await (isAhead() ? sleep(2) : give())
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
  }
}

/** The embedded server's socket is in its folder. */
const urlOf = (dataDir: string) =>
  `postgres://followup@${encodeURIComponent(`${dataDir}/postgres`)}:5432/postgres?require_auth=none`

/** Until so many jobs are watched, whose work never ends; fewer if that takes too long. */
export async function openWatches({ isShort }: Bench, { agent, takenAtMs, keepBusy }: Line): Promise<void> {
  const count = isShort ? 100 : 1_000
  const deadline = performance.now() + OPEN_WITHIN_MS
  agent.behaviour.worksMs = Number.POSITIVE_INFINITY
  const isTime = () => performance.now() < deadline
  await keepBusy(() => takenAtMs.size < count && isTime())
  while (agent.sends.length < takenAtMs.size && isTime()) await sleep(20)
}

/** So many jobs more are watched from now on, as if they had been for minutes. */
export async function addWatches({ agent, databaseUrl }: Line, count: number): Promise<void> {
  agent.behaviour.worksMs = Number.POSITIVE_INFINITY
  for (let number = 1; number <= count; number += 1) agent.startWork(`job_${number}`)
  const query = (text: string, values?: unknown[]) => runSql(databaseUrl, text, values)
  const sql = { query, write: async (text: string, values: unknown[]) => void (await query(text, values)) }
  await watchMany(sql, { count, projectId: 'project-1', nowMs: Date.now() })
}

/** How long after its acknowledgement each command went out. */
export const sentAfterMs = (line: Line, sends: Send[]): number[] =>
  sends.map(({ jobId, atMs }) => Math.max(atMs - (line.takenAtMs.get(jobId) ?? atMs), 0))
