import { z } from 'zod'
import type { Office } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'

export type Tally = {
  acknowledged: number
  lost: string[]
  duplicateSends: string[]
  duplicatePosts: string[]
  maybe: number
}

const rows = z.array(
  z.object({
    id: z.string(),
    prompt: z.string(),
    state: z.string(),
    thread: z.string().nullable(),
    finishedAtMs: z.number().nullable(),
    hasResult: z.boolean(),
    isInDoubt: z.boolean()
  })
)

const ROWS = `select id, prompt, state, thread_ts as thread, (progress ->> 'finishedAtMs')::float8 as "finishedAtMs",
    exists (select from followup.post where post.id = followup.id || ':result' and post.state = 'posted') as "hasResult",
    exists (select from followup.post where post.id = followup.id || ':maybe' and post.state = 'posted') as "isInDoubt"
  from followup.followup`

const OVER = ['finished', 'rejected', 'cancelled', 'unwatched']

/** How many things still have to happen. What may or may not have been delivered is watched for ten minutes: nobody waits for that. */
export async function countUnfinished(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select (select count(*) from followup.followup where state <> all($1) and not (state = 'watching' and progress ->> 'delivery' = 'maybe'))
       + (select count(*) from followup.post where state not in ('posted', 'buried'))
       + (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name not like '%.check-job') as left`,
    [OVER]
  )
  return Number(row?.left)
}

export async function tally({ slack, agent }: Office, databaseUrl: string, acknowledged: string[]): Promise<Tally> {
  const followups = rows.parse(await runSql(databaseUrl, ROWS))
  // One result serves every follow-up of its thread that ended with the same look.
  const told = new Set(
    followups.filter(({ hasResult }) => hasResult).map(({ thread, finishedAtMs }) => `${thread} ${finishedAtMs}`)
  )
  const hasOutcome = (prompt: string) =>
    followups.some(({ prompt: own, state, thread, finishedAtMs, isInDoubt }) => {
      if (own !== prompt) return false
      return state === 'finished' ? told.has(`${thread} ${finishedAtMs}`) : isInDoubt || OVER.includes(state)
    })
  const describe = (prompt: string) => {
    const row = followups.find(followup => followup.prompt === prompt)
    return `${prompt} (${row === undefined ? 'no row' : `${row.id}, ${row.state}, told ${row.hasResult}`})`
  }
  const operations = slack
    .channels()
    .flatMap(({ id }) => slack.messages(id))
    .map(({ metadata }) => metadata?.event_payload.operation)
    .filter(operation => typeof operation === 'string')
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(prompt => !hasOutcome(prompt)).map(describe),
    duplicateSends: repeated(agent.sends().map(({ prompt }) => prompt)),
    duplicatePosts: repeated(operations),
    maybe: followups.filter(({ isInDoubt }) => isInDoubt).length
  }
}

/** Each one that is there again, as often as it is. */
const repeated = (all: string[]) => all.filter((one, place) => all.indexOf(one) !== place)
