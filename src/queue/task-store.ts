import { z } from 'zod'
import type { Sql, Statement } from '../database/database.ts'

/** A task that this process has in hand. Once its lease is over, it is due again, and its next run has another number of tries. */
export type Claimed = { id: string; name: string; data: unknown; tries: number; failures: number }

export type NewTask = {
  id?: string | undefined
  everyMs?: number | undefined
  owner: string
  name: string
  data: object
  dueMs: number
  isInHand: boolean
}

// A dead process is noticed when its lease ends: in hand, a task is due at that time.
const LEASE_MS = 8_000

const claimedSchema = z.object({
  id: z.string(),
  name: z.string(),
  data: z.unknown(),
  tries: z.number(),
  failures: z.number()
})

const RUN = '(select id, tries from unnest($1::text[], $2::integer[]) as run (id, tries))'

const runsOf = (tasks: Claimed[]) => [tasks.map(({ id }) => id), tasks.map(({ tries }) => tries)]

export const insertion = (tasks: NewTask[], dropped: string[], nowMs: number): Statement => ({
  text: `with dropped as (delete from followup.task where id = any($3) and kept_at_ms is null),
     given as (
       select *, case when every_ms is not null then (
           select last_try_ms + every_ms from followup.view where view.id = data ->> 'viewId') end as free_ms
       from rows from (
         jsonb_to_recordset($1) as (id text, "everyMs" integer, owner text, name text, data jsonb, "dueMs" bigint, "isInHand" boolean))
         with ordinality as given (id, every_ms, owner, name, data, due_ms, is_in_hand, place)),
     new as (
       insert into followup.task (id, owner, name, data, due_at_ms, kept_at_ms, tries)
       select coalesce(id, case when free_ms > $2 then (data ->> 'viewId') || ':' || free_ms end, 't_' || nextval('followup.task_number')),
         owner, name, data, case when is_in_hand then $2::bigint + ${LEASE_MS} else greatest(due_ms, free_ms) end,
         case when is_in_hand then $2::bigint end, is_in_hand::integer
       from given where every_ms is null or free_ms is not null order by place on conflict (id) do nothing
       returning id, owner, name, data, tries, failures, due_at_ms)
     select id, owner, name, data, tries, failures, due_at_ms as "dueMs" from new`,
  values: [JSON.stringify(tasks.map(task => ({ ...task, dueMs: Math.round(task.dueMs) }))), nowMs, dropped]
})

const allClaimedSchema = z.array(claimedSchema)

const storedSchema = z.array(claimedSchema.extend({ owner: z.string(), dueMs: z.coerce.number() }))

/** What was stored, from the answer to the above. Those in hand have been tried. */
export const storedFrom = (rows: unknown[]) => storedSchema.parse(rows)

type Room = { name: string; most: number }

export type Wanted = { done: Claimed[]; inHand: Claimed[]; rooms: Room[] }

export type Claim = { claimed: Claimed[]; nextDueMs: number | undefined }

const nextSchema = z.array(z.object({ ms: z.coerce.number().nullable() }))

/** What is in hand already is not claimed again: it is only late, after a pause of the whole process. */
export async function claimTasks(
  sql: Sql,
  { owner, done, inHand, rooms, nowMs }: Wanted & { owner: string; nowMs: number }
): Promise<Claim> {
  const rows = await sql.query(
    `with done as (delete from followup.task using ${RUN} as run where task.id = run.id and task.tries = run.tries),
     due as (
       select due.* from unnest($5::text[], $6::integer[]) as kind (name, most), lateral (
         select id, due_at_ms from followup.task
         where owner = $3 and task.name = kind.name and due_at_ms <= $4 and id <> all($1 || $7::text[])
         order by due_at_ms, length(id), id limit kind.most for update skip locked) as due),
     claimed as (
       update followup.task set kept_at_ms = $4, due_at_ms = $4 + ${LEASE_MS}, tries = tries + 1
       from (select id, row_number() over (order by due_at_ms, length(id), id) as place from due) as due where task.id = due.id
       returning task.id, name, data, tries, failures, place)
     select claimed.id, name, data, tries, failures, next.ms from
       (select min(first.ms) as ms from unnest($5) as kind (name), lateral (
          select min(due_at_ms) as ms from followup.task
          where owner = $3 and task.name = kind.name and due_at_ms > $4 and id <> all($1)) as first) as next
       left join claimed on true order by place`,
    [
      ...runsOf(done),
      owner,
      nowMs,
      rooms.map(({ name }) => name),
      rooms.map(({ most }) => most),
      inHand.map(({ id }) => id)
    ]
  )
  const [{ ms } = { ms: null }] = nextSchema.parse(rows)
  const claimed = allClaimedSchema.parse(rows.filter(({ id }) => id !== null))
  return { claimed, nextDueMs: ms ?? undefined }
}

/** How much is due that is in nobody's hand, and for how long the oldest of it has been, by its name. */
export async function findDue(sql: Sql, owners: string[], names: string[], nowMs: number) {
  const rows = await sql.query(
    `select name, count(*), ($3 - min(due_at_ms)) / 1000 as seconds from followup.task
     where owner = any($1) and name = any($2) and due_at_ms <= $3 group by name`,
    [owners, names, nowMs]
  )
  return new Map(rows.map(({ name, count, seconds }) => [name, { count: Number(count), seconds: Number(seconds) }]))
}

export async function keepTasks(sql: Sql, inHand: Claimed[], done: Claimed[], nowMs: number): Promise<void> {
  const ids = new Set(done.map(({ id }) => id))
  await sql.query(
    `with run as ${RUN},
     done as (delete from followup.task using run where task.id = run.id and task.tries = run.tries and task.id = any($3))
     update followup.task set kept_at_ms = $4::bigint, due_at_ms = $4::bigint + ${LEASE_MS} from run
     where task.id = run.id and task.tries = run.tries and task.id <> all($3)`,
    [...runsOf([...inHand, ...done]), [...ids], nowMs]
  )
}

export async function putBack(sql: Sql, { id, tries }: Claimed, dueMs: number, failures: number): Promise<void> {
  await sql.query(
    'update followup.task set kept_at_ms = null, due_at_ms = $3, failures = $4 where id = $1 and tries = $2',
    [id, tries, Math.round(dueMs), failures]
  )
}
