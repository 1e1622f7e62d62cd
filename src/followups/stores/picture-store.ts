import { z } from 'zod'
import { inOne, type Sql, type Statement } from '../../database/database.ts'
import { followupSchema, type ThreadKey } from '../rules/followup.ts'
import { seenJobSchema } from '../rules/seen-job.ts'
import { threadSchema } from '../rules/thread.ts'
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

/** Everything that a thread's card shows, as it is at one moment, at which `change` is stored as well; and the row that it changed. */
export async function findPicture(sql: Sql, { teamId, channelId, threadTs }: ThreadKey, change?: Statement) {
  const picture = {
    text: `with thread as (select * from followup.thread where team_id = $1 and channel_id = $2 and thread_ts = $3)
     select (select to_json(found) from (select ${THREAD} from thread) as found) as thread,
       array(select to_json(found) from (
         select ${SHOWN} from followup.followup where team_id = $1 and channel_id = $2 and thread_ts = $3 order by ${LINE}
       ) as found) as followups,
       (select to_json(found) from (select ${SEEN}, ${USUAL} from followup.job join thread using (project_id, job_id)) as found) as job,
       (select to_json(found) from (${firstAndBehind('select project_id, job_id from thread')}) as found) as line
       ${change ? ', (select to_json(write_0) from write_0) as changed' : ''}`,
    values: [teamId, channelId, threadTs]
  }
  const { text, values } = inOne(change ? [change] : [], picture)
  const [row] = await sql.query(text, values)
  const { job, line, ...found } = pictureSchema.parse(row)
  return { ...found, job: job ?? NEVER_SEEN, hold: line === null ? undefined : toHold(line) }
}
