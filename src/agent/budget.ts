import { z } from 'zod'
import type { Database, Sql } from '../database/database.ts'
import { backoffMs } from '../http/pace.ts'
import type { AgentClient, ReadResult } from './agent-client.ts'

const WINDOW_MS = 3_600_000
const KEEP_ATTEMPTS_MS = 2 * WINDOW_MS

type Send = { projectId: string; followupId: string; nowMs: number }

const project = z.object({ sends: z.coerce.number(), reads: z.coerce.number() })
const COLUMNS = 'sends_closed_until_ms as sends, reads_closed_until_ms as reads'

async function lockProject(sql: Sql, projectId: string) {
  const [row] = await sql.query(`select ${COLUMNS} from followup.project where project_id = $1 for update`, [projectId])
  return project.parse(row)
}

export type BudgetAnswer = { kind: 'granted' } | { kind: 'closed'; untilMs: number; because: 'budget' | 'busy' }

const takenSchema = z.object({ isGranted: z.boolean(), freedMs: z.coerce.number().nullable() })

/** The project's row is the lock: all processes count one after another. `waiting` follow-ups, which asked earlier, go first. */
export async function takeSend(sql: Sql, send: Send, limit: number, waiting = 0): Promise<BudgetAnswer> {
  const { projectId, nowMs } = send
  // Both leave together, and the second begins once the first has its lock: every send of the project waits for this.
  const [{ sends }, { isGranted, freedMs }] = await Promise.all([
    lockProject(sql, projectId),
    countSend(sql, send, limit, waiting)
  ])
  if (sends > nowMs) return { kind: 'closed', untilMs: sends, because: 'busy' }
  if (isGranted) return { kind: 'granted' }
  return { kind: 'closed', untilMs: freedMs === null ? nowMs + 1_000 : freedMs + WINDOW_MS, because: 'budget' }
}

async function countSend(sql: Sql, { projectId, followupId, nowMs }: Send, limit: number, waiting: number) {
  const [row] = await sql.query(
    `with made as (select at_ms, row_number() over (order by at_ms) - 1 as place, count(*) over () as count
       from followup.send_attempt where project_id = $1 and at_ms > $4),
     missing as (select coalesce(max(count), 0) + $6::integer - $7::integer as sends from made),
     granted as (insert into followup.send_attempt (project_id, followup_id, at_ms)
       select $1, $2, $3 from missing, followup.project
       where sends < 0 and project_id = $1 and sends_closed_until_ms <= $3 returning at_ms),
     forgotten as (delete from followup.send_attempt where project_id = $1 and at_ms < $5)
     select exists (select from granted) as "isGranted",
       (select at_ms from made, missing where place = least(sends, count - 1)) as "freedMs"`,
    [projectId, followupId, nowMs, nowMs - WINDOW_MS, nowMs - KEEP_ATTEMPTS_MS, waiting, limit]
  )
  return takenSchema.parse(row)
}

export async function giveBackSend(sql: Sql, { projectId, followupId, nowMs }: Send): Promise<void> {
  await sql.query('delete from followup.send_attempt where project_id = $1 and followup_id = $2 and at_ms = $3', [
    projectId,
    followupId,
    nowMs
  ])
}

/** The service answered with a 429: nobody sends before the returned time, or nobody reads. Both are never opened earlier. */
async function close(sql: Sql, what: 'sends' | 'reads', projectId: string, untilMs: number): Promise<number> {
  const column = `${what}_closed_until_ms`
  const [row] = await sql.query(
    `update followup.project set ${column} = greatest(${column}, $2) where project_id = $1 returning ${COLUMNS}`,
    [projectId, Math.round(untilMs)]
  )
  return project.parse(row)[what]
}

export const closeSends = (sql: Sql, projectId: string, untilMs: number) => close(sql, 'sends', projectId, untilMs)
export const closeReads = (sql: Sql, projectId: string, untilMs: number) => close(sql, 'reads', projectId, untilMs)

export async function readsClosedUntilMs(sql: Sql, projectId: string): Promise<number> {
  const [row] = await sql.query(`select ${COLUMNS} from followup.project where project_id = $1`, [projectId])
  return row === undefined ? 0 : project.parse(row).reads
}

type BudgetState = {
  limit: number
  left: number
  nextFreeMs: number | undefined
  closedUntilMs: number | undefined
}

const budgetSchema = z.object({
  made: z.number(),
  freedMs: z.coerce.number().nullable(),
  closedUntilMs: z.coerce.number().nullable()
})

export async function readBudget(
  sql: Sql,
  { projectId, nowMs }: Pick<Send, 'projectId' | 'nowMs'>,
  limit: number
): Promise<BudgetState> {
  const [row] = await sql.query(
    `with made as (select at_ms from followup.send_attempt where project_id = $1 and at_ms > $2)
     select (select count(*)::int from made) as made,
       (select at_ms from made order by at_ms desc offset $3 limit 1) as "freedMs",
       (select sends_closed_until_ms from followup.project where project_id = $1) as "closedUntilMs"`,
    [projectId, nowMs - WINDOW_MS, limit - 1]
  )
  const { made, freedMs, closedUntilMs } = budgetSchema.parse(row)
  return {
    limit,
    left: Math.max(limit - made, 0),
    nextFreeMs: freedMs === null ? undefined : freedMs + WINDOW_MS,
    closedUntilMs: closedUntilMs !== null && closedUntilMs > nowMs ? closedUntilMs : undefined
  }
}

type ReadDeps = {
  database: Database
  agent: AgentClient
  countRead: () => void
  now: () => number
  random: () => number
}

/** Reads a job, unless the service has asked the whole project to wait; a 429 starts such a pause. */
export async function readUnlessPaused(
  { database, agent, countRead, now, random }: ReadDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
  knownPauseMs?: number
): Promise<ReadResult> {
  const pausedUntilMs = knownPauseMs ?? (await readsClosedUntilMs(database, projectId))
  if (pausedUntilMs > now()) return { kind: 'busy', retryAfterMs: pausedUntilMs - now() }
  countRead()
  const read = await agent.readJob({ projectId, jobId })
  if (read.kind !== 'busy') return read
  const retryAfterMs = read.retryAfterMs ?? backoffMs(0, random())
  await database.transaction(sql => closeReads(sql, projectId, now() + retryAfterMs))
  return { kind: 'busy', retryAfterMs }
}
