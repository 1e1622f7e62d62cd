import type { Sql } from '../../src/database/database.ts'

/** So many rows of a table, and what tells them apart: an object for the row with the number `n`, in SQL. */
type Past = { rows: number; of: string }

const JOBS = 20_000
const PEOPLE = 5_000
/** Small enough for a busy machine. */
const BATCH = 1_000

/** A time that is not over yet, in SQL. */
const LATER = '(4102444800000 + n)'

/** The columns that are alike in all rows, in whichever tables they are. */
const ALIKE = {
  project_id: 'project-1',
  team_id: 'T0SLACK',
  channel_id: 'C0DOCS',
  user_id: 'U0ANA',
  requester_id: 'U0ANA',
  prompt: 'Also add error handling examples to the quickstart',
  text: 'Also add error handling examples to the quickstart',
  version: 0,
  standing: 'completed',
  look_number: 1,
  followup_ids: ['f_1'],
  record: { status: 'completed', source: { repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' } },
  message: { text: 'x'.repeat(200), blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(400) } }] },
  ends: Array.from({ length: 49 }, () => 1),
  seen: { state: 'merged' }
}

const PAST: Record<string, Past> = {
  job: { rows: JOBS, of: `'job_id', 'past_' || n` },
  followup: {
    rows: 2 * JOBS,
    of: `'id', 'past_' || n, 'job_id', 'past_' || n / 2, 'thread_ts', n / 2 || '.1', 'reply_ts', n || '.2',
      'requester_id', 'U0PAST' || n % ${PEOPLE}, 'progress', jsonb_build_object('state', 'ended', 'how', 'completed', 'resultId', 'past_' || n || ':result',
        'sentAtMs', n, 'atMs', n, 'job', jsonb_build_object('prLink', 'https://github.com/acme/past/pull/' || n))`
  },
  thread: {
    rows: JOBS,
    of: `'job_id', 'past_' || n / 2, 'thread_ts', n || '.1', 'closed_because', case when n % 4 = 0 then 'card deleted' end`
  },
  view: {
    rows: 4 * JOBS,
    of: `'id', 'past_' || n || ':card', 'followup_id', 'past_' || n, 'thread_ts', n / 2 || '.1', 'state', 'posted',
      'message_ts', n || '.1', 'editing_since_ms', null`
  },
  delivery: { rows: 4 * JOBS, of: `'key', 'past:' || n, 'at_ms', ${LATER}` },
  pull_request: {
    rows: JOBS,
    of: `'link', 'https://github.com/acme/past/pull/' || n, 'look_at_ms', case when n % 2 = 0 then ${LATER} end`
  },
  inbox: {
    rows: JOBS,
    of: `'ts', n || '.2', 'thread_ts', n / 2 || '.1', 'user_team_id', 'T0SLACK', 'files', '[]'::jsonb, 'is_deleted', false, 'is_answered', false, 'edited_ts', n || '.2', 'is_open', false, 'received_at_ms', ${LATER}`
  },
  audit: { rows: 2 * JOBS, of: `'at_ms', ${LATER}, 'act', 'sent', 'outcome', 'delivered', 'number', n` },
  setting: { rows: JOBS, of: `'scope', 'C0PAST/' || n || '.1', 'name', 'replies', 'value', 'always'` }
}

const TIMES = `added_at at chosen_at last_try named_at next_post_at in_line_at seen_at since written_at`
  .split(' ')
  .map(name => `'${name}_ms', n`)
  .join()

/** Has a row for each project, team or channel, or only what is open, waits, is shown now or is younger than a day or two. */
const NEVER_LONG = ['channel_pace', 'migration', 'project', 'send_attempt', 'task', 'watch']

export const growingTables = Object.keys(PAST)

/** As if the same had happened many thousand times. */
export async function addLongPast(sql: Sql): Promise<void> {
  const tables = await tablesOf(sql)
  const known = [...growingTables, ...NEVER_LONG].toSorted()
  if (tables.join() !== known.join()) throw new Error(`Say in long-past.ts whether these grow: ${tables} ≠ ${known}`)
  for (const [table, { rows, of }] of Object.entries(PAST)) {
    const columns = await writableColumns(sql, table)
    for (let first = 1; first < rows; first += BATCH)
      await sql.query(
        `with base as materialized (select jsonb_populate_record(null::followup.${table}, $1) as alike)
         insert into followup.${table} (${columns})
         select ${columns} from base, generate_series(${first}, ${first + BATCH - 1}) as n,
           lateral jsonb_populate_record(alike, jsonb_build_object(${TIMES}, ${of})) as past`,
        [JSON.stringify(ALIKE)]
      )
  }
  for (const table of known) await sql.query(`analyze followup.${table}`)
}

async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql.query(
    `select relname as name from pg_class where relnamespace = 'followup'::regnamespace and relkind = 'r'`
  )
  return rows.map(({ name }) => String(name)).toSorted()
}

async function writableColumns(sql: Sql, table: string): Promise<string> {
  const rows = await sql.query(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'followup.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  )
  return rows.map(({ name }) => String(name)).join(', ')
}
