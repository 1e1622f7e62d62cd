import { isDeepStrictEqual } from 'node:util'
import { changedBy, inOne, type Sql, type Statement } from '../../database/database.ts'
import { type Followup, followupsSchema, type MaybeThread, type ThreadKey } from '../model/followup.ts'
import type { MessageKey } from '../model/message-ids.ts'
import { MUTED, REPLIES, RESULTS } from '../model/setting.ts'
import { standingOf } from '../model/standing.ts'
import { toWaiting, type Wait } from '../model/wait.ts'

// Whether its author muted the thread is not asked with `exists`: PostgreSQL may read all who ever muted one instead of finding it by index.
export const COLUMNS = `id, project_id as "projectId", job_id as "jobId", team_id as "teamId", channel_id as "channelId",
  thread_ts as "threadTs", reply_ts as "replyTs", written_in_ts as "writtenInTs", response_url as "responseUrl", requester_id as "requesterId", prompt,
  brought, in_line_at_ms as "inLineAtMs", written_at_ms as "writtenAtMs", asked_wait as "askedWait", sent_now as "sentNow", progress, version, (select true from followup.setting where setting.team_id = followup.team_id
    and setting.scope = followup.channel_id || '/' || followup.thread_ts || '/' || followup.requester_id
    and setting.name = '${MUTED.name}' and setting.value = 'yes') is true as "isMuted",
  (select closed_because from followup.thread where thread.team_id = followup.team_id and thread.channel_id = followup.channel_id
    and thread.thread_ts = followup.thread_ts) as "closedBecause",
  (select value from followup.setting where setting.team_id = followup.team_id and setting.scope = followup.channel_id
    and setting.name = '${RESULTS.name}') as results`

export const SHOWN = `${COLUMNS}, json_build_object(
  'pullRequest', (select seen from followup.pull_request where pull_request.project_id = followup.project_id
    and pull_request.link = followup.progress -> 'job' ->> 'prLink'),
  'replies', (select value from followup.setting where setting.team_id = followup.team_id and setting.name = '${REPLIES.name}'
    and setting.scope in (followup.channel_id, followup.channel_id || '/' || followup.thread_ts)
    order by length(setting.scope) desc limit 1)) as shown`

/** A result was told of it. */
export const FINISHED = `progress ? 'resultId'`

/** What waited for the same time goes in the order of writing. */
export const LINE = 'in_line_at_ms, written_at_ms, reply_ts nulls first, length(id), id'

const ADDRESS_WORKS_MS = 30 * 60_000

/** Slack no longer accepts answers at these addresses. */
export async function forgetOldAnswerAddresses(sql: Sql, nowMs: number): Promise<void> {
  await sql.query(
    'update followup.followup set response_url = null where response_url is not null and written_at_ms < $1',
    [nowMs - ADDRESS_WORKS_MS]
  )
}

type Found =
  | 'id'
  | 'inLineAtMs'
  | 'sentNow'
  | 'progress'
  | 'version'
  | 'isMuted'
  | 'closedBecause'
  | 'results'
  | 'shown'
export type NewFollowup = Omit<Followup, Found> & {
  /** If that is not when it was written. */
  inLineAtMs?: number
  wait?: Wait | undefined
  /** Until then, its author can edit or delete the message it was written in. */
  undoUntilMs?: number | undefined
}

const NEXT_ID = `'f_' || nextval('followup.followup_number')`

const INSERT = `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, reply_ts, written_in_ts, response_url,
    requester_id, prompt, brought, in_line_at_ms, written_at_ms, asked_wait, progress, standing)
  select coalesce(id, ${NEXT_ID}), "projectId", "jobId", "teamId", "channelId", "threadTs", "replyTs", "writtenInTs", "responseUrl",
    "requesterId", prompt, brought, coalesce("inLineAtMs", "writtenAtMs"), "writtenAtMs", wait, progress, standing
  from json_to_recordset($1) as new
    (id text, "projectId" text, "jobId" text, "teamId" text, "channelId" text, "threadTs" text, "replyTs" text, "writtenInTs" text,
    "responseUrl" text, "requesterId" text, prompt text, brought jsonb, "inLineAtMs" bigint, "writtenAtMs" bigint,
    wait jsonb, progress jsonb, standing text)
  on conflict (team_id, channel_id, reply_ts) do nothing`

const toRow = (followup: NewFollowup) => {
  const { wait, undoUntilMs, writtenAtMs, inLineAtMs = writtenAtMs } = followup
  const undo = undoUntilMs === undefined ? undefined : { why: 'undo' as const, untilMs: undoUntilMs }
  const progress = toWaiting(wait ?? undo, inLineAtMs)
  return { ...followup, progress, standing: standingOf({ progress }) }
}

/** Stores follow-ups in their places in their jobs' lines. Returns them, except those whose reply is already stored. */
export async function insertFollowups(sql: Sql, followups: NewFollowup[]): Promise<Followup[]> {
  const rows = await sql.query(`${INSERT} returning ${COLUMNS}`, [JSON.stringify(followups.map(toRow))])
  return followupsSchema.parse(rows)
}

export async function addFollowups(sql: Sql, followups: (NewFollowup & { id: string })[]): Promise<void> {
  await sql.write(INSERT, [JSON.stringify(followups.map(toRow))])
}

/** Ids that nobody else gets, in their order. */
export async function reserveIds(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql.query(`select ${NEXT_ID} as id from generate_series(1, $1)`, [count])
  return rows.map(({ id }) => String(id))
}

export const notThere = (id: string) => new Error(`Cannot load follow-up '${id}': there is none`)

export async function loadFollowup(sql: Sql, id: string): Promise<Followup> {
  const followup = await findFollowup(sql, id)
  if (followup === undefined) throw notThere(id)
  return followup
}

export async function findFollowup(sql: Sql, id: string): Promise<Followup | undefined> {
  return (await findFollowups(sql, 'id = $1', [id], SHOWN))[0]
}

export async function findFollowups(sql: Sql, which: string, values: unknown[], columns = COLUMNS) {
  return followupsSchema.parse(await sql.query(`select ${columns} from followup.followup where ${which}`, values))
}

/** The caller holds the job's lock; were it another version after all, the division would fail and nothing be stored. */
export async function saveProgress(sql: Sql, followup: Followup): Promise<void> {
  const { id, version, progress, inLineAtMs, sentNow, brought } = followup
  const values = [id, version, JSON.stringify(progress), inLineAtMs, ...[sentNow, brought].map(toJson)]
  await sql.write(
    `update followup.followup set progress = $3, in_line_at_ms = $4, sent_now = $5, brought = $6, standing = $7,
       version = version + 1 / (version = $2)::integer where id = $1`,
    [...values, standingOf(followup)]
  )
}

const toJson = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** The caller holds the job's lock. */
export async function saveBrought(sql: Sql, { id, brought }: Followup): Promise<void> {
  await sql.write('update followup.followup set brought = $2 where id = $1', [id, toJson(brought)])
}

/** It is no new version: the caller holds the job's lock, as does everything that moves a sent follow-up. */
export async function saveKnowledge(sql: Sql, before: Followup, { id, progress }: Followup): Promise<void> {
  if (isDeepStrictEqual(before.progress, progress)) return
  const values = [id, before.version, JSON.stringify(progress), standingOf({ progress })]
  await sql.write('update followup.followup set progress = $3, standing = $4 where id = $1 and version = $2', values)
}

export function followupsOfThread(sql: Sql, { teamId, channelId, threadTs }: ThreadKey): Promise<Followup[]> {
  const which = `team_id = $1 and channel_id = $2 and thread_ts = $3 order by ${LINE}`
  return findFollowups(sql, which, [teamId, channelId, threadTs], SHOWN)
}

/** All that a result tells of. What ended together without a thread may have several by now. */
export async function followupsOfResult(sql: Sql, resultId: string, firstId: string, changes: Statement[] = []) {
  const told = {
    text: `with found as (select ${SHOWN} from followup.followup where id in (
       select told.id from followup.followup as first join followup.followup as told using (project_id, job_id, team_id, channel_id)
         where first.id = $1 and (told.progress ->> 'resultId' = $2 or told.progress -> 'earlier' ? $2))
     order by ${LINE}) select array(select to_json(found) from found) as followups, ${changedBy(changes)}`,
    values: [firstId, resultId]
  }
  const { text, values } = inOne(changes, told)
  const [row] = await sql.query(text, values)
  return { followups: followupsSchema.parse(row?.followups), changed: row?.changed }
}

export async function findByReply(sql: Sql, { teamId, channelId, ts }: MessageKey): Promise<Followup | undefined> {
  const which = 'team_id = $1 and channel_id = $2 and reply_ts = $3'
  return (await findFollowups(sql, which, [teamId, channelId, ts]))[0]
}

export async function hasEarlierResult(
  sql: Sql,
  { teamId, channelId, threadTs }: MaybeThread,
  ids: string[]
): Promise<boolean> {
  const rows = await sql.query(
    `select from followup.followup where team_id = $1 and channel_id = $2 and thread_ts = $3
     and ${FINISHED} and id <> all($4) limit 1`,
    [teamId, channelId, threadTs, ids]
  )
  return rows.length > 0
}

/** From now on the reply belongs to the follow-up that sends its words again. */
export async function releaseReply(sql: Sql, { id }: Followup): Promise<void> {
  await sql.query('update followup.followup set reply_ts = null where id = $1', [id])
}

/** What makes two commands the same: the same words, from one person to one job in one channel, that are to go out at the same time. */
export type Words = Pick<Followup, 'teamId' | 'channelId' | 'projectId' | 'jobId' | 'requesterId' | 'prompt'> & {
  wait?: Wait | undefined
}

/** "in 2 hours", typed once more, is a little later. */
const whenOf = (wait: Wait | undefined) => (wait?.why === 'time' ? (wait.said ?? wait.untilMs) : undefined)

export const nameOfWords = ({ teamId, channelId, projectId, jobId, requesterId, prompt, wait }: Words) =>
  JSON.stringify([teamId, channelId, projectId, jobId, requesterId, prompt, wait?.why, whenOf(wait)])

export const nameOfSent = (followup: Followup) => nameOfWords({ ...followup, wait: followup.askedWait ?? undefined })

/** By the name of their words, the first commands since `sinceMs` that put such words on their way. */
export async function findTwins(sql: Sql, words: Words[], sinceMs: number): Promise<Map<string, Followup>> {
  const found = await findFollowups(
    sql,
    `team_id = any($1) and requester_id = any($2) and prompt = any($3) and in_line_at_ms >= $4 and written_at_ms >= $4
       and reply_ts is null and state <> 'dropped' order by ${LINE}`,
    [words.map(one => one.teamId), words.map(one => one.requesterId), words.map(one => one.prompt), sinceMs]
  )
  return new Map(found.toReversed().map(followup => [nameOfSent(followup), followup]))
}
