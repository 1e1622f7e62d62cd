import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { TOO_OLD_MS } from '../model/decide-send.ts'
import { WATCHED_FOR_MS } from '../model/decide-watch.ts'
import { followupSchema } from '../model/followup.ts'
import { MOST_SHOWN, SHOWN_MS } from '../model/home-items.ts'
import { jobWatchSchema } from '../model/job-watch.ts'
import { homeId } from '../model/message-ids.ts'
import { standingsThat } from '../model/standing.ts'
import { SHOWN } from './followup-store.ts'
import { findJobs } from './job-store.ts'
import { UNDER_WAY } from './line-store.ts'
import { LATEST_INSTRUCTIONS, ownIn, type Viewer } from './seen-store.ts'
import { WATCH } from './watch-store.ts'

export type Person = { teamId: string; userId: string }

/** Stands for the time of a message: there is one home a person. */
export const AT_HOME = 'home'

export async function openHome(sql: Sql, person: Person, nowMs: number): Promise<void> {
  await sql.query(
    `insert into followup.view (id, team_id, channel_id, message, state, message_ts, added_at_ms, last_try_ms)
     values ($1, $2, $3, '{}', 'posted', '${AT_HOME}', $4, 0)
     on conflict (id) do nothing`,
    [homeId(person), person.teamId, person.userId, nowMs]
  )
}

export async function homeShownAtMs(sql: Sql, person: Person): Promise<number | undefined> {
  const [row] = await sql.query(`select last_try_ms as "shownAtMs" from followup.view where id = $1`, [homeId(person)])
  return row && Number(row.shownAtMs)
}

export async function saveHomeShown(sql: Sql, person: Person, atMs: number): Promise<void> {
  await sql.query('update followup.view set last_try_ms = $2 where id = $1', [homeId(person), atMs])
}

/** One more tells that there are more. */
const MOST_READ = MOST_SHOWN + 1
/** What is written before that and has ended since can no longer be recent. */
const WRITTEN_WITHIN_MS = TOO_OLD_MS + WATCHED_FOR_MS + SHOWN_MS

const OF_PERSON = `team_id = $1 and project_id = $3 and ${ownIn('$2', '$5')}`

/** What nothing newer may hide. */
const TO_DECIDE = `standing in (${standingsThat(({ group }) => group === 'undecided')})`

const pictureSchema = z.object({ own: z.array(followupSchema), watches: z.array(jobWatchSchema) })

export async function findHomePicture(sql: Sql, { teamId, userId, projectId, alsoIn }: Viewer, nowMs: number) {
  const [row] = await sql.query(
    `with latest as (
       select * from followup.followup where ${OF_PERSON} and in_line_at_ms > $4
       order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS}),
     open as (
       select * from followup.followup where ${OF_PERSON} and ${UNDER_WAY}
       union all select * from latest where state = 'ended' and ${TO_DECIDE}),
     own as (select ${SHOWN} from followup.followup where id in (
         (select id from latest order by in_line_at_ms desc limit ${MOST_READ})
         union (select id from open order by ${TO_DECIDE} desc, in_line_at_ms desc limit ${MOST_READ}))
       order by in_line_at_ms desc, length(id) desc, id desc)
     select array(select to_json(own) from own) as own,
       array(select to_json(found) from (select ${WATCH} from followup.watch
         where team_id = $1 and user_id = $2 and project_id = $3 and not is_told order by since_ms desc limit ${MOST_READ}) as found) as watches`,
    [teamId, userId, projectId, nowMs - WRITTEN_WITHIN_MS, alsoIn]
  )
  const { own, watches } = pictureSchema.parse(row)
  const jobOf = await findJobs(sql, own)
  return { own: own.map(followup => ({ followup, job: jobOf(followup) })), watches }
}
