import { z } from 'zod'
import { inOne, type Sql, type Statement } from '../../database/database.ts'
import { atOnce, createLane } from '../../database/lane.ts'
import { type Followup, followupSchema } from '../model/followup.ts'
import { messageId } from '../model/message-ids.ts'
import { COLUMNS, LINE, notThere } from './followup-store.ts'
import { READS_CLOSED_UNTIL_MS } from './job-store.ts'
import { IN_LINE, NEXT_FIRST } from './line-store.ts'

type Wanted = Pick<Followup, 'projectId' | 'jobId' | 'teamId' | 'channelId'>

const CARD = `view.id = followup.id || '${messageId('', 'card')}'`

export const CARD_STATE = `(select view.state from followup.view where ${CARD})`

const IS_THREADLESS = `thread_ts is null and state <> 'dropped'`

// Slack refused the card of the others.
const AWAITS_THREAD = `${IS_THREADLESS} and ${CARD_STATE} is distinct from 'buried'`

const boundSchema = z.object({
  projectId: z.string(),
  isDrawn: z.boolean(),
  waiting: z.array(z.string()),
  replies: z.array(z.string())
})

/** From now on the job has the thread, and the command's answer address is no longer used. Undefined if `posted` returns no row. */
export async function bindToCard(sql: Sql, id: string, threadTs: string, posted: Statement[]) {
  const placing = {
    text: `with opener as (
       update followup.followup set thread_ts = $2, response_url = null where id = $1 and exists (select from write_0)
       returning id, project_id, job_id, team_id, channel_id, state, version),
     thread as (
       insert into followup.thread (team_id, channel_id, thread_ts, project_id, job_id)
       select team_id, channel_id, $2, project_id, job_id from opener on conflict do nothing),
     replies as (
       update followup.inbox as reply set first_try_ms = null from opener
       where reply.team_id = opener.team_id and reply.channel_id = opener.channel_id and reply.thread_ts = $2
         and is_open
       returning ts)
     select project_id as "projectId", version = 0 or state = 'sending' as "isDrawn", array(
       select id from followup.followup where (project_id, team_id, channel_id) = (opener.project_id, opener.team_id, opener.channel_id)
         and (job_id = opener.job_id or standing = 'queued') and ${AWAITS_THREAD} and id <> opener.id order by ${LINE}) as waiting,
       array(select ts from replies order by ts) as replies
     from opener`,
    values: [id, threadTs]
  }
  const { text, values } = inOne(posted, placing)
  const [row] = await sql.query(text, values)
  return row && boundSchema.parse(row)
}

export async function bindToThread(sql: Sql, id: string, threadTs: string): Promise<void> {
  await sql.query('update followup.followup set thread_ts = $2 where id = $1', [id, threadTs])
}

export async function threadlessIds(sql: Sql, { projectId, jobId, teamId, channelId }: Wanted): Promise<string[]> {
  const rows = await sql.query(
    `select id from followup.followup where (project_id, job_id, team_id, channel_id) = ($1, $2, $3, $4)
       and ${AWAITS_THREAD} order by ${LINE}`,
    [projectId, jobId, teamId, channelId]
  )
  return rows.map(({ id }) => String(id))
}

const awaitedSchema = z.object({ threadTs: z.string().nullable(), isLost: z.boolean() })

/** The thread that a message awaits. Undefined: it is not there yet. Null: Slack did not take its card. */
export async function findAwaitedThread(
  sql: Sql,
  { followupId }: { followupId: string | null }
): Promise<string | null | undefined> {
  const [row] = await sql.query(
    `select thread_ts as "threadTs", ${CARD_STATE} is not distinct from 'buried' as "isLost"
     from followup.followup where id = $1`,
    [followupId]
  )
  const { threadTs, isLost } = awaitedSchema.parse(row)
  return threadTs ?? (isLost ? null : undefined)
}

const LATELY_MS = 60_000
const OF_CHANNEL = '(team_id, channel_id) = (own."teamId", own."channelId")'

/** The bot wrote in the channel a moment ago, so it most likely can. */
// The greatest is the end of an index. Asked whether one exists, the planner may read the whole table.
const WROTE_LATELY = `coalesce((select max(message_ts) from followup.view where ${OF_CHANNEL})
  > (("nowMs" - ${LATELY_MS}) / 1000)::bigint::text, false)`

/** Whatever is posted there now has to wait for its turn. */
const IS_BUSY = `exists (select from followup.channel_pace where ${OF_CHANNEL} and next_post_at_ms > "nowMs")`

const readySchema = z.object({
  nth: z.number(),
  followup: followupSchema,
  /** Since when the latest of the replies written earlier in a thread of its job is being read. */
  triedMs: z.coerce.number().nullable(),
  isFirst: z.boolean(),
  mayGo: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

const readiesSchema = z.array(readySchema)

type Asked = { id: string; nowMs: number }

export async function findAllReady(sql: Sql, asked: Asked[]) {
  const rows = await sql.query(
    `select nth, to_json(own) as followup,
       (select max(coalesce(first_try_ms, "nowMs")) from followup.inbox where is_open and project_id = own."projectId"
          and (written_at_ms, ts) < (own."inLineAtMs", own."replyTs") and (team_id, channel_id, thread_ts) in (
            select team_id, channel_id, thread_ts from followup.thread where (project_id, job_id) = (own."projectId", own."jobId")
            union all select own."teamId", own."channelId", own."writtenInTs")) as "triedMs",
       (select id from followup.followup where project_id = own."projectId" and job_id = own."jobId" and ${IN_LINE}
        order by ${NEXT_FIRST} limit 1) is not distinct from own.id as "isFirst",
       own."threadTs" is not null or ${WROTE_LATELY} as "mayGo",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from json_to_recordset($1) as asked (nth integer, asked_id text, "nowMs" bigint),
       lateral (select ${COLUMNS} from followup.followup where id = asked_id) as own`,
    [toJson(asked)]
  )
  return asAsked(asked, readiesSchema.parse(rows))
}

const toJson = (asked: { id: string }[]) =>
  JSON.stringify(asked.map(({ id, ...when }, nth) => ({ nth, asked_id: id, ...when })))

/** One for each that was asked for, in the same order. */
function asAsked<Found extends { nth: number }>(asked: { id: string }[], all: Found[]): Found[] {
  const found = new Map(all.map(each => [each.nth, each]))
  return asked.map((one, nth) => {
    const each = found.get(nth)
    if (each === undefined) throw notThere(one.id)
    return each
  })
}

const OF_OWN = 'own."projectId", own."jobId", own."teamId", own."channelId"'

const threadlessSchema = z.object({
  nth: z.number(),
  followup: followupSchema,
  hasCard: z.boolean(),
  openThreadTs: z.string().nullable(),
  firstId: z.string().nullable(),
  /** Nobody has locked the job's row yet: whatever else happens to its follow-ups comes later. */
  isJobNew: z.boolean(),
  /** Its card would have to wait, and will most likely be there: it may go ahead of that. */
  goesAhead: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

// Whether the card of an earlier one is in Slack can stay in doubt for a day.
export const WAITS_FOR_OTHERS_MS = 60_000

export async function findThreadless(sql: Sql, asked: Asked) {
  const [found] = await findAllThreadless(sql, [asked])
  if (found === undefined) throw notThere(asked.id)
  return found
}

const allThreadlessSchema = z.array(threadlessSchema)

async function findAllThreadless(sql: Sql, asked: Asked[]) {
  const rows = await sql.query(
    `select nth, to_json(own) as followup,
       (select true from followup.view where id = asked_id || '${messageId('', 'card')}' and state <> 'buried') is not null as "hasCard",
       (select thread_ts from followup.thread where project_id = own."projectId" and job_id = own."jobId"
          and team_id = own."teamId" and channel_id = own."channelId" and closed_because is null
        order by thread_ts desc limit 1) as "openThreadTs",
       (select id from followup.followup, lateral (select ${CARD_STATE} offset 0) as card (of_card)
        where (project_id, job_id, team_id, channel_id) = (${OF_OWN}) and ${IS_THREADLESS} and of_card is distinct from 'buried'
          and in_line_at_ms > "nowMs" - ${WAITS_FOR_OTHERS_MS} order by of_card is not null desc, ${LINE}
        limit 1) as "firstId",
       (select true from followup.job where project_id = own."projectId" and job_id = own."jobId") is null as "isJobNew",
       ${IS_BUSY} and ${WROTE_LATELY} as "goesAhead",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from json_to_recordset($1) as asked (nth integer, asked_id text, "nowMs" bigint),
       lateral (select ${COLUMNS} from followup.followup where id = asked_id) as own`,
    [toJson(asked)]
  )
  return asAsked(asked, allThreadlessSchema.parse(rows))
}

/** What steps share that begin together: one statement for what each has to know before it reads its job. */
export function createReadyLanes(sql: Sql) {
  return {
    ready: createLane((asked: Asked[]) => findAllReady(sql, asked), atOnce),
    threadless: createLane((asked: Asked[]) => findAllThreadless(sql, asked), atOnce)
  }
}

export type ReadyLanes = ReturnType<typeof createReadyLanes>
