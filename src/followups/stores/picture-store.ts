import { z } from 'zod'
import { changedBy, inOne, type Sql, type Statement } from '../../database/database.ts'
import { followupSchema, type ThreadKey } from '../model/followup.ts'
import { seenJobSchema } from '../model/seen-job.ts'
import { threadSchema } from '../model/thread.ts'
import { LINE, SHOWN } from './followup-store.ts'
import { firstAndBehind, firstAndBehindSchema, toHold } from './hold-store.ts'
import { NEVER_SEEN, SEEN } from './job-store.ts'
import { THREAD } from './thread-store.ts'
import { USUAL } from './usual-store.ts'

const pictureSchema = z.object({
  thread: threadSchema.nullable(),
  followups: z.array(followupSchema),
  job: seenJobSchema.nullable(),
  line: firstAndBehindSchema.nullable(),
  changed: z.unknown().optional()
})

export type Picture = Pick<Awaited<ReturnType<typeof findPicture>>, 'thread' | 'followups' | 'job' | 'hold'>

const OF_THREAD = `select null as id, thread.* from followup.thread where (team_id, channel_id, thread_ts) = ($1, $2, $3)`
const OF_FOLLOWUP = 'select * from followup.followup where id = $1'

/**
 * Everything that the card of a thread shows, or the one that a follow-up will have, as it is at one moment, at which `changes` are
 * stored as well; and the row that the last of them changed.
 */
export async function findPicture(sql: Sql, of: ThreadKey | { followupId: string }, changes: Statement[] = []) {
  const ofThread = 'threadTs' in of
  const picture = {
    text: `with own as (${ofThread ? OF_THREAD : OF_FOLLOWUP}),
     thread as (select thread.* from followup.thread join own using (team_id, channel_id, thread_ts))
     select (select to_json(found) from (select ${THREAD} from thread) as found) as thread,
       array(select to_json(found) from (
         select ${SHOWN} from followup.followup where id in (select own.id from own union
           select beside.id from own join followup.followup as beside using (team_id, channel_id, thread_ts)) order by ${LINE}
       ) as found) as followups,
       (select to_json(found) from (select ${SEEN}, ${USUAL} from followup.job join own using (project_id, job_id)) as found) as job,
       (select to_json(found) from (${firstAndBehind('select project_id, job_id from own')}) as found) as line, ${changedBy(changes)}`,
    values: ofThread ? [of.teamId, of.channelId, of.threadTs] : [of.followupId]
  }
  const { text, values } = inOne(changes, picture)
  const [row] = await sql.query(text, values)
  const { job, line, ...found } = pictureSchema.parse(row)
  return { ...found, job: job ?? NEVER_SEEN, hold: line === null ? undefined : toHold(line) }
}
