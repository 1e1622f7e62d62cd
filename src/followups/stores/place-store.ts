import { z } from 'zod'
import { inOne, type Sql, type Statement } from '../../database/database.ts'
import type { Followup } from '../model/followup.ts'
import { messageId } from '../model/message-ids.ts'
import { LINE } from './followup-store.ts'

type Wanted = Pick<Followup, 'projectId' | 'jobId' | 'teamId' | 'channelId'>

const CARD = `view.id = followup.id || '${messageId('', 'card')}'`

/** What became of its card, if it has one. */
export const CARD_STATE = `(select view.state from followup.view where ${CARD})`

/** Without a thread, and with something to show in one. */
export const PLACELESS = `thread_ts is null and state not in ('rejected', 'cancelled')`

// Slack refused the card of the others.
const TO_BE_PLACED = `${PLACELESS} and ${CARD_STATE} is distinct from 'buried'`

const placedSchema = z.object({
  projectId: z.string(),
  jobId: z.string(),
  state: z.string(),
  isLineHeld: z.boolean(),
  waiting: z.array(z.string()),
  replies: z.array(z.string())
})

/**
 * Its card is posted: the thread belongs to the job from now on, and anything more is said there, not at the command's answer
 * address. Returns what waited for the thread as well: typed instructions for the job, and replies, whose tries begin only now; and
 * those that wait in the channel for cards of their own. Undefined if `posted` returns no row.
 */
export async function placeUnderCard(sql: Sql, id: string, threadTs: string, posted: Statement[]) {
  const placing = {
    text: `with placed as (
       update followup.followup set thread_ts = $2, response_url = null where id = $1 and exists (select from write_0)
       returning id, project_id, job_id, team_id, channel_id, state),
     bound as (
       insert into followup.thread (team_id, channel_id, thread_ts, project_id, job_id)
       select team_id, channel_id, $2, project_id, job_id from placed on conflict do nothing),
     replies as (
       update followup.inbox as reply set first_try_ms = null from placed
       where reply.team_id = placed.team_id and reply.channel_id = placed.channel_id and reply.thread_ts = $2
         and is_open
       returning ts)
     select project_id as "projectId", job_id as "jobId", state, array(
       select id from followup.followup where (project_id, team_id, channel_id) = (placed.project_id, placed.team_id, placed.channel_id)
         and (job_id = placed.job_id or state = 'accepted' and not progress ? 'wait') and ${TO_BE_PLACED} and id <> placed.id order by ${LINE}) as waiting,
       exists (select from followup.followup as held where held.project_id = placed.project_id and held.job_id = placed.job_id
         and held.state = 'held') as "isLineHeld",
       array(select ts from replies order by ts) as replies
     from placed`,
    values: [id, threadTs]
  }
  const { text, values } = inOne(posted, placing)
  const [row] = await sql.query(text, values)
  return row && placedSchema.parse(row)
}

export async function placeInThread(sql: Sql, id: string, threadTs: string): Promise<void> {
  await sql.query('update followup.followup set thread_ts = $2 where id = $1', [id, threadTs])
}

const idsSchema = z.array(z.object({ id: z.string() }))

export async function withoutPlace(sql: Sql, { projectId, jobId, teamId, channelId }: Wanted): Promise<string[]> {
  const rows = await sql.query(
    `select id from followup.followup where (project_id, job_id, team_id, channel_id) = ($1, $2, $3, $4)
       and ${TO_BE_PLACED} order by ${LINE}`,
    [projectId, jobId, teamId, channelId]
  )
  return idsSchema.parse(rows).map(({ id }) => id)
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
