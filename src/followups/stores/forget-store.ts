import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../database/database.ts'
import type { MessageKey } from '../model/message-ids.ts'
import { FINISHED } from './followup-store.ts'

/**
 * Rows of which tables go, in SQL, where `$1` is what it is about, and what is rewritten first. Of follow-ups, those go that are over;
 * `holds` tells which of the others keep something of it.
 */
export type Part = { about: string | number; rows: Record<string, string>; rewrites?: string[]; holds?: string }

/** It has ended, and nothing about it is on its way, also not in a result with others or in what they are told directly of that. */
const OVER = `state in ('ended', 'dropped') and not progress ? 'openUntilMs'
  and not exists (select from followup.view where followup_id = followup.id and view.state in ('pending', 'posting'))
  and coalesce(progress ->> 'resultId', '') <> all (array(
    select split_part(id, ':', 1) || ':' || split_part(id, ':', 2) from followup.view where state in ('pending', 'posting')))
  and id not in (select data ->> 'followupId' from followup.task where name = 'tell')`

const NAME = `'\\y' || $1 || '\\y'`
const names = (text: string) => `${text} ~ (${NAME})`
const nameless = (text: string) => `regexp_replace(${text}, ${NAME}, 'somebody', 'g')`

/** When it ended, if it has. */
const AGE = `coalesce((progress ->> 'atMs')::numeric, written_at_ms)`

/** Slack redelivers what was not acknowledged for up to 24 hours, and an earlier version of what was edited. */
export const deliveredBefore = (about: number): Part => ({
  about,
  rows: { delivery: `at_ms < $1 and key not like 'latest:%'`, inbox: 'not is_open and received_at_ms < $1' }
})

export const endedBefore = (about: number): Part => ({
  about,
  rows: {
    view: `followup_id is null and message ? 'text' and added_at_ms < $1 and state in ('posted', 'buried')`,
    send_attempt: 'at_ms < $1',
    channel_pace: 'next_post_at_ms < $1',
    audit: 'at_ms < $1',
    followup: `${AGE} < $1`
  }
})

const FORGOTTEN = 'forgotten:'
export const forgottenKey = ({ teamId, channelId, ts }: MessageKey) => `${FORGOTTEN}${teamId}/${channelId}/${ts}`

/** An edit of a message whose follow-up was forgotten is not sent as a new one; it counts for a day, and may be read a day later. */
const remembering = (which: string) =>
  `insert into followup.delivery (key, at_ms)
   select '${FORGOTTEN}' || team_id || '/' || channel_id || '/' || reply_ts, floor(reply_ts::numeric * 1000) + 86400000 from ${which} as gone
   where reply_ts is not null and (state in ('sending', 'watching', 'ended') or progress ->> 'reason' = 'cancelled' or brought ? 'again')
     and reply_ts::numeric * 1000 > (select ${AGE} from followup.followup order by ${AGE} desc limit 1) - 172800000
   on conflict do nothing`

const ASKED = '(requester_id = $1 or channel_id = $1)'
const TOLD = `concat_ws(' ', prompt, brought, sent_now, progress)`
const IS_OVER = `not exists (select from followup.followup where ${ASKED} and not (${OVER}))
  and not exists (select from followup.inbox where is_open and (user_id = $1 or channel_id = $1))`

/** A person or a channel. Where something is under way, its thread and what was chosen are still needed. */
export const of = (about: string): Part => ({
  about,
  rows: {
    inbox: `(user_id = $1 or channel_id = $1) and not is_open and ${IS_OVER}`,
    watch: 'user_id = $1',
    setting: `${names('scope')} and ${IS_OVER}`,
    thread: `channel_id = $1 and ${IS_OVER}`,
    view: `channel_id = $1 and ${IS_OVER}`,
    channel_pace: `channel_id = $1 and ${IS_OVER}`,
    delivery: `${NOT_OF_SLACK} and ${names('key')}`,
    task: `name = 'show' and ${names(`(data ->> 'viewId')`)} and ${IS_OVER}`,
    followup: ASKED
  },
  ...(/^[UW]/.test(about) && { holds: `(${ASKED} or ${names(TOLD)})` }),
  rewrites: [FORGETTING_WORDS, ...(/^[UW]/.test(about) ? FORGETTING_NAME : [])]
})

const TABLES = 'audit channel_pace followup inbox job pull_request send_attempt setting task thread view watch'.split(
  ' '
)

const NOT_OF_SLACK = `key ~ '^(talk:|press:home/)'`

/** All but to which workspace and projects the database belongs, and what Slack has delivered, which it may deliver again. */
export const EVERYTHING: Part = {
  about: '',
  rows: {
    ...Object.fromEntries(TABLES.map(table => [table, '$1 = $1::text'])),
    delivery: `${NOT_OF_SLACK} and $1 = $1::text`
  }
}

/** The numbers of ids go on: buttons in Slack hold the earlier ones. */
export async function empty(sql: Sql): Promise<void> {
  // Whoever claims one to send it has then stored that, or does not.
  await sql.query('lock table followup.followup in share row exclusive mode')
  await sql.query(remembering('followup.followup'))
  await sql.query(`delete from followup.delivery where ${NOT_OF_SLACK}`)
  await sql.query(`truncate ${TABLES.map(table => `followup.${table}`)}`)
}

export async function findUnderWay(sql: Sql, { about, rows, holds = rows.followup }: Part): Promise<string[]> {
  const found = await sql.query(
    `select concat(id, ' for ', job_id, ' in ', channel_id) as place from followup.followup
     where ${holds} and not (${OVER}) order by length(id), id`,
    [about]
  )
  const unread = await sql.query(
    `select concat('a message in ', channel_id) as place from followup.inbox
     where is_open and ($1::text in (user_id, channel_id, '')) order by received_at_ms`,
    [String(about)]
  )
  return [...found, ...unread].map(({ place }) => String(place))
}

const BATCH = 100
/** For each moment at work, so many at rest. */
const RESTS = 9

const forgettingRows = (table: string, where: string) =>
  `with gone as (delete from followup.${table} where ctid = any (array(
     select ctid from followup.${table} where ${where} limit ${BATCH} for update skip locked)) returning 1)
   select count(*) from gone`

const ofOld = (column: string) => `any (array(select ${column} from old))`

/**
 * The oldest, with all that is about them alone, but for the card of a thread, which is edited as long as people write there. A job or
 * a pull request that something becomes of just now is locked, or no longer as it was, and stays. Each is found by its index: asked otherwise,
 * PostgreSQL may read whole tables.
 */
const forgettingFollowups = (where: string) =>
  `with old as (
     select *, progress -> 'job' ->> 'prLink' as link,
       (select link || ' ' || named_at_ms from followup.pull_request as known
         where known.project_id = followup.project_id and known.link = progress -> 'job' ->> 'prLink') as named,
       (select job_id || ' ' || look_number from followup.job as known
         where known.project_id = followup.project_id and known.job_id = followup.job_id) as looked_at,
       (select closed_because from followup.thread as known where known.team_id = followup.team_id
         and known.channel_id = followup.channel_id and known.thread_ts = followup.thread_ts) as closed_because
     from followup.followup where ${where} order by ${AGE} limit ${BATCH} for update skip locked),
   gone as (delete from followup.followup where id = ${ofOld('id')}),
   remembered as (${remembering('old')}),
   tasks as (delete from followup.task where data ->> 'followupId' = ${ofOld('id')}),
   marks as (delete from followup.view where id = ${ofOld(`team_id || '/' || channel_id || '/' || reply_ts || ':mark'`)}),
   posts as (
     delete from followup.view where followup_id = ${ofOld('id')} and (select true from followup.thread as known
       where known.team_id = view.team_id and known.channel_id = view.channel_id and known.thread_ts = message_ts) is null),
   links as (
     delete from followup.pull_request as own where project_id = ${ofOld('project_id')} and link = ${ofOld('link')}
       and link || ' ' || named_at_ms = ${ofOld('named')} and (select true from followup.followup where project_id = own.project_id
         and ${FINISHED} and progress -> 'job' ->> 'prLink' = own.link and not id = ${ofOld('id')} limit 1) is null),
   jobs as (
     delete from followup.job where ctid = any (array(
       select ctid from followup.job as own where project_id = ${ofOld('project_id')} and job_id = ${ofOld('job_id')}
         and job_id || ' ' || look_number = ${ofOld('looked_at')}
         and (select true from followup.watch where project_id = own.project_id and job_id = own.job_id limit 1) is null
         and (select true from followup.followup where project_id = own.project_id and job_id = own.job_id
           and not id = ${ofOld('id')} limit 1) is null
       for update skip locked))),
   choices as (
     delete from followup.setting using old where closed_because is not null and setting.team_id = old.team_id
       and scope >= channel_id || '/' || thread_ts and scope < channel_id || '/' || thread_ts || '0')
   select count(*) from old`

/** Of others; what they sent along from above may be the words of whoever is forgotten. */
const FORGETTING_NAME = [
  `update followup.followup set prompt = ${nameless('prompt')}, sent_now = ${nameless('sent_now::text')}::jsonb,
     progress = ${nameless('progress::text')}::jsonb, version = version + 1,
     brought = ${nameless(`(case when ${names('brought::text')} then brought - 'above' else brought end)::text`)}::jsonb
   where ${names(TOLD)} and ${OVER}`,
  // Words told together do not always say whose they are.
  `update followup.view set message = message - '{text,blocks}'::text[]
   where state in ('posted', 'buried') and (${names('message::text')} or followup_id in (
     select beside.id from followup.followup as own join followup.followup as beside using (team_id, channel_id, thread_ts)
     where own.requester_id = $1))`
]

/** That something was done stays, but neither by whom, where, nor in which words. */
const FORGETTING_WORDS = `update followup.audit set words = null, channel_id = nullif(channel_id, $1), user_id = case user_id when $1 then 'somebody' else user_id end
  where user_id = $1 or channel_id = $1 or ${names('words')}
    or followup_id in (select id from followup.followup where requester_id = $1 and ${OVER})`

const whichGo = (table: string, which: string) => (table === 'followup' ? `${which} and ${OVER}` : which)

/** What `forget` would delete, by table. */
export async function countRows(sql: Sql, { about, rows }: Part): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, which] of Object.entries(rows)) {
    const where = whichGo(table, which)
    const [row] = await sql.query(`select count(*) from followup.${table} where ${where}`, [about])
    counts[table] = Number(row?.count)
  }
  return counts
}

/** In short statements, each stored on its own, and with rests, so that nobody waits for them. Returns how many rows of which tables. */
export async function forget(sql: Sql, { about, rows, rewrites = [] }: Part, mostBatches = Number.POSITIVE_INFINITY) {
  const counts: Record<string, number> = {}
  for (const text of rewrites) await sql.query(text, [about])
  for (const [table, which] of Object.entries(rows)) {
    const where = whichGo(table, which)
    const text = table === 'followup' ? forgettingFollowups(where) : forgettingRows(table, where)
    let all = 0
    for (let batch = 1, gone = BATCH; gone === BATCH && batch <= mostBatches; batch++) {
      const startedAt = performance.now()
      const [row] = await sql.query(text, [about])
      gone = Number(row?.count)
      all += gone
      if (gone === BATCH) await sleep(RESTS * (performance.now() - startedAt))
    }
    counts[table] = all
  }
  return counts
}
