import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, UNSENT } from '../model/followup.ts'
import { messageId } from '../model/message-ids.ts'
import { COLUMNS, LINE } from './followup-store.ts'
import { NEXT_FIRST } from './line-store.ts'
import { CARD_STATE, PLACELESS } from './place-store.ts'

// What a step has to know before it reads the job, in one statement for all that ask together.

export const READS_CLOSED_UNTIL_MS = (projectId: string) =>
  `coalesce((select reads_closed_until_ms from followup.project where project_id = ${projectId}), 0)`

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
  /** Since when the latest of the replies that were written there earlier is being read. */
  triedMs: z.coerce.number().nullable(),
  isFirst: z.boolean(),
  /** Its card is there, or will most likely be. */
  mayGo: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

const readiesSchema = z.array(readySchema)

/** Instructions that may be about to go out, each with the time at which it is asked for. */
export async function findAllReady(sql: Sql, asked: { id: string; nowMs: number }[]) {
  const rows = await sql.query(
    `select nth, to_json(own) as followup,
       (select max(coalesce(first_try_ms, "nowMs")) from followup.inbox where is_open and ${OF_CHANNEL}
          and thread_ts = coalesce(own."writtenInTs", own."threadTs")
          and (written_at_ms, ts) < (own."inLineAtMs", own."replyTs")) as "triedMs",
       (select id from followup.followup where project_id = own."projectId" and job_id = own."jobId" and state = any($2)
        order by ${NEXT_FIRST} limit 1) is not distinct from own.id as "isFirst",
       own."threadTs" is not null or ${WROTE_LATELY} as "mayGo",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from json_to_recordset($1) as asked (nth integer, asked_id text, "nowMs" bigint),
       lateral (select ${COLUMNS} from followup.followup where id = asked_id) as own`,
    [toJson(asked), UNSENT]
  )
  return asAsked(asked, readiesSchema.parse(rows))
}

const toJson = (asked: { id: string }[]) =>
  JSON.stringify(asked.map(({ id, ...when }, nth) => ({ nth, asked_id: id, ...when })))

const notThere = ({ id }: { id: string }) => new Error(`Cannot load follow-up '${id}': there is none`)

/** One for each that was asked for, in the same order. */
function asAsked<Found extends { nth: number }>(asked: { id: string }[], all: Found[]): Found[] {
  const found = new Map(all.map(each => [each.nth, each]))
  return asked.map((one, nth) => {
    const each = found.get(nth)
    if (each === undefined) throw notThere(one)
    return each
  })
}

const OF_OWN = 'own."projectId", own."jobId", own."teamId", own."channelId"'

const unplacedSchema = z.object({
  nth: z.number(),
  followup: followupSchema,
  hasCard: z.boolean(),
  /** The newest thread of the job in this channel that goes on. */
  openThreadTs: z.string().nullable(),
  /** The first of those that look for a place there, typed since some time. */
  firstId: z.string().nullable(),
  /** Nobody has locked the job's row yet: whatever else happens to its instructions comes later. */
  isJobNew: z.boolean(),
  /** Its card would have to wait, and will most likely be there: it may go ahead of that. */
  goesAhead: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

// Whether the card of an earlier one is in Slack can stay in doubt for a day.
export const WAITS_FOR_OTHERS_MS = 60_000

type Unplaced = { id: string; nowMs: number }

/** A typed instruction, and the place there may be for it. */
export async function findUnplaced(sql: Sql, asked: Unplaced) {
  const [found] = await findAllUnplaced(sql, [asked])
  if (found === undefined) throw notThere(asked)
  return found
}

const allUnplacedSchema = z.array(unplacedSchema)

export async function findAllUnplaced(sql: Sql, asked: Unplaced[]) {
  const rows = await sql.query(
    `select nth, to_json(own) as followup,
       (select true from followup.view where id = asked_id || '${messageId('', 'card')}' and state <> 'buried') is not null as "hasCard",
       (select thread_ts from followup.thread where project_id = own."projectId" and job_id = own."jobId"
          and team_id = own."teamId" and channel_id = own."channelId" and closed_because is null
        order by thread_ts desc limit 1) as "openThreadTs",
       (select id from followup.followup, lateral (select ${CARD_STATE} offset 0) as card (of_card)
        where (project_id, job_id, team_id, channel_id) = (${OF_OWN}) and ${PLACELESS} and of_card is distinct from 'buried'
          and in_line_at_ms > "nowMs" - ${WAITS_FOR_OTHERS_MS} order by of_card is not null desc, ${LINE}
        limit 1) as "firstId",
       (select true from followup.job where project_id = own."projectId" and job_id = own."jobId") is null as "isJobNew",
       ${IS_BUSY} and ${WROTE_LATELY} as "goesAhead",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from json_to_recordset($1) as asked (nth integer, asked_id text, "nowMs" bigint),
       lateral (select ${COLUMNS} from followup.followup where id = asked_id) as own`,
    [toJson(asked)]
  )
  return asAsked(asked, allUnplacedSchema.parse(rows))
}
