import { expect, it, onTestFinished } from 'vitest'
import { nextLookMs } from '../../src/agent/looks.ts'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { countStatements, listByText } from '../support/count-statements.ts'
import type { LogLine } from '../support/find-leaks.ts'
import { createWorld } from '../support/journey-world.ts'
import { openOffice } from '../support/office.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { watchMany } from '../support/watch-many.ts'

const START = Date.UTC(2026, 10, 20, 14)
const ANSWERS_AFTER_MS = 1_000

type Slow = { watches: number; readsPerMinute: number; stepMs: number; hanging?: number }

/** A working bot with many watches, on a clock that only the test moves, and an agent service that needs a second to answer. */
async function watchSlowService({ watches, readsPerMinute, stepMs, hanging = 0 }: Slow) {
  const { read, reset, quiet } = countStatements()
  const clock = new TestClock(START)
  const { url, database } = await createTestDatabase()
  const { env } = await openOffice({ slack: { clock }, agent: { clock } })
  const log: LogLine[] = []
  const config = parseConfig({ ...env, DATABASE_URL: url, AGENT_READS_PER_MINUTE: String(readsPerMinute) })
  await watchMany(database, { count: watches, projectId: config.projects[0].projectId, nowMs: START })
  const rows = await database.query(`select job_id as job, progress ->> 'sentAtMs' as sent from followup.followup`)
  const sentAtMs = new Map(rows.map(({ job, sent }) => [String(job), Number(sent)]))
  const readAtMs = new Map<string, number[]>(Array.from(sentAtMs.keys(), job => [job, []]))
  const unanswered = new Set<() => void>()

  function readJob({ jobId }: { jobId: string }) {
    readAtMs.get(jobId)?.push(clock.now())
    const answer = Promise.withResolvers<{ kind: 'job'; job: { status: string } }>()
    const say = () => answer.resolve({ kind: 'job', job: { status: 'active' } })
    if (Number(jobId.slice('job_'.length)) <= hanging) unanswered.add(say)
    else clock.setTimeout(say, ANSWERS_AFTER_MS)
    return answer.promise
  }
  const world = createWorld(clock, config, log, { wrap: deps => ({ ...deps, agent: { ...deps.agent, readJob } }) })
  const app = await createApp(config, world, { databaseUrl: url, work: true })
  const pass = async (ms: number) => {
    for (const endMs = clock.now() + ms; clock.now() < endMs; ) {
      await quiet()
      await clock.tick(stepMs)
    }
  }
  onTestFinished(async () => {
    for (const say of unanswered) say()
    let isStopped = false
    const stopping = app.stop().finally(() => {
      isStopped = true
    })
    // A look may begin while the app stops, and its answer needs time to pass, too.
    while (!isStopped) await pass(stepMs)
    await stopping
  })

  return {
    pass,
    log,
    read,
    reset,
    reads: (job: string) => readAtMs.get(job)?.length ?? 0,
    jobs: [...sentAtMs.keys()],
    /** Each wait between two reads of a job since then, as a multiple of what was planned. */
    stretchesSince: (sinceMs: number) =>
      [...readAtMs].flatMap(([job, readsMs]) =>
        readsMs.slice(1).flatMap((ms, at) => {
          const beforeMs = (readsMs[at] ?? 0) + ANSWERS_AFTER_MS
          const plannedMs = nextLookMs(beforeMs - (sentAtMs.get(job) ?? 0), 0.5)
          return beforeMs < sinceMs ? [] : [(ms - beforeMs) / plannedMs]
        })
      )
  }
}

it('looks at 3,000 jobs in time though each answer takes a second and some never come', async () => {
  const hanging = 60
  const { pass, read, reset, log, jobs, reads, stretchesSince } = await watchSlowService({
    watches: 3_000,
    readsPerMinute: 100_000,
    stepMs: 100,
    hanging
  })
  await pass(2_000)
  reset()
  await pass(43_000)
  expect(jobs.filter(job => reads(job) === 0)).toEqual([])
  expect(Math.max(...stretchesSince(START))).toBeLessThan(1.1)
  expect(log.filter(({ level }) => level !== 'info')).toEqual([])
  // One look on its own would take nine.
  const looks = jobs.reduce((sum, job) => sum + reads(job), 0)
  if (process.env.BUDGET) process.stdout.write(`${looks} looks\n${listByText(read())}\n`)
  expect(read().statements.length / looks, listByText(read())).toBeLessThan(1)
})

// In steps of a second, some jobs get a look fewer: the clock is too coarse.
it('leaves no job out when it may read few a minute', async () => {
  const { pass, jobs, reads } = await watchSlowService({ watches: 300, readsPerMinute: 300, stepMs: 500 })
  await pass(5 * 60_000)
  expect(jobs.filter(job => reads(job) < 3)).toEqual([])
})
