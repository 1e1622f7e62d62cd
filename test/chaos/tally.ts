import { z } from 'zod'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { IN_LINE } from '../../src/followups/stores/line-store.ts'
import { BROUGHT, broughtRow, byWords, isAsBrought } from '../simulation/what-people-bring.ts'
import { runSql } from '../support/run-sql.ts'
import { findDisorder } from './find-disorder.ts'
import type { Pressed } from './have-second-thoughts.ts'
import type { Written } from './make-traffic.ts'
import type { Project } from './open-projects.ts'

/** What went wrong, identified by its words. */
export type Wrongs = {
  lost: string[]
  duplicateSends: string[]
  duplicatePosts: string[]
  /** Reached a job before one that was written earlier. */
  outOfOrder: string[]
  /** Reached the agent after people were told that nobody knows. */
  lateSends: string[]
  /** Reached the agent before its time. */
  early: string[]
  /** Reached the agent although people were told that it never will, or long after its author took it back. */
  takenBack: string[]
  /** Sent to the wrong project, or reported with news from there. */
  wrongProject: string[]
  /** Reached the agent with more or less than its author brought, but for what people were told had to stay. */
  notAsBrought: string[]
}

export type Tally = { acknowledged: number; maybe: number; wrongs: Wrongs }

const rows = z.array(
  broughtRow.extend({
    id: z.string(),
    state: z.string(),
    resultId: z.string().nullable(),
    projectId: z.string(),
    hasResult: z.boolean(),
    isInDoubt: z.boolean(),
    isNotStarted: z.boolean(),
    inLineAtMs: z.number()
  })
)

const ROWS = `select id, ${BROUGHT}, state, progress ->> 'resultId' as "resultId", in_line_at_ms::float8 as "inLineAtMs", project_id as "projectId",
    exists (select from followup.view where view.state = 'posted'
      and view.id = progress ->> 'resultId') as "hasResult",
    exists (select from followup.view where view.state = 'posted' and view.id = followup.id || ':not-started') as "isNotStarted",
    exists (select from followup.view where view.id = followup.id || ':maybe' and view.state = 'posted') as "isInDoubt"
  from followup.followup`

const OVER = ['ended', 'dropped']

/**
 * How many things still have to happen. What may or may not have been delivered, or has not started, is watched for some time
 * longer: nobody waits for that.
 */
export async function countUnfinished(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select (select count(*) from followup.followup where state <> all($1) and not (state = 'watching' and (progress ->> 'delivery' = 'maybe' or progress ? 'toldAtMs')))
       + (select count(*) from followup.inbox where is_open)
       + (select count(*) from followup.view where state not in ('posted', 'buried'))
       + (select count(*) from followup.task where name <> 'check-job') as left`,
    [OVER]
  )
  return Number(row?.left)
}

/** How many instructions were accepted and have not reached their jobs. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select (select count(*) from followup.followup where ${IN_LINE}) + (select count(*) from followup.inbox where is_open) as waiting`
  )
  return Number(row?.waiting)
}

/** How many jobs are watched, other than those of which people were told that they have not started. */
export async function countWatched(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select count(distinct job_id) as watched from followup.followup where state = 'watching' and not progress ? 'toldAtMs'`
  )
  return Number(row?.watched)
}

const NEVER_SENT = ['dropped']
/** The bot knows the database's clock to within some milliseconds. */
const SAME_TIME_MS = 1_000
/** A task that a dead or standing process had in hand is taken over by then. */
const TAKEN_BACK_WITHIN_MS = 45_000

type What = {
  slack: StandInSlack
  projects: Project[]
  databaseUrl: string
  acknowledged: Written[]
  pressed: Pressed[]
}

export async function tally({ slack, projects, databaseUrl, acknowledged, pressed }: What): Promise<Tally> {
  const followups = rows.parse(await runSql(databaseUrl, ROWS))
  const byPrompt = new Map(followups.map(followup => [followup.prompt, followup]))
  const toldPrivately = slack.ephemerals().map(message => JSON.stringify(message))
  const hasOutcome = ({ prompt, laterWords = [], deletedAtMs }: Written) =>
    [prompt, ...laterWords].some(words => isOver(words)) ||
    (deletedAtMs !== undefined && !byPrompt.has(prompt) && !laterWords.some(words => byPrompt.has(words)))
  const isOver = (prompt: string) => {
    const followup = byPrompt.get(prompt)
    // Given back in words.
    if (followup === undefined) return toldPrivately.some(words => isNamed(prompt, words))
    const { state, resultId, hasResult, isInDoubt, isNotStarted } = followup
    return resultId !== null ? hasResult : isInDoubt || isNotStarted || OVER.includes(state)
  }
  const describe = ({ prompt, kind, laterWords = [], deletedAtMs }: Written) => {
    const rowOf = (words: string) => {
      const row = byPrompt.get(words)
      return row === undefined ? 'no row' : `${row.id}, ${row.state}, told ${row.hasResult}`
    }
    const versions = [prompt, ...laterWords].map(words => `${words}: ${rowOf(words)}`)
    return `${kind}${deletedAtMs === undefined ? '' : ', deleted'} (${versions.join('; ')})`
  }
  const messages = slack.channels().flatMap(({ id }) => slack.messages(id))
  const posts = messages.flatMap(({ ts, metadata, ...message }) => {
    const operation = metadata?.event_payload.operation
    return typeof operation === 'string'
      ? [{ operation, atMs: Number(ts) * 1_000, words: JSON.stringify(message) }]
      : []
  })
  const sends = projects.flatMap(project => project.agent.sends().map(send => ({ ...byWords(send), project })))

  const stored = new Map(followups.map(({ prompt, ...row }) => [prompt, row]))
  const inDoubt = new Set(followups.flatMap(({ prompt, isInDoubt }) => (isInDoubt ? [prompt] : [])))
  const doubtAtMs = new Map(posts.map(({ operation, atMs }) => [operation, atMs]))
  const lateSends = sends.flatMap(({ prompt, atMs }) => {
    const [followup, ...others] = followups.filter(other => other.prompt === prompt)
    // Of several with the same words, nobody knows which one this is.
    if (followup === undefined || others.length > 0) return []
    const lateMs = atMs - (doubtAtMs.get(`${followup.id}:maybe`) ?? Number.POSITIVE_INFINITY)
    return lateMs > 0 ? [`${prompt} (by ${lateMs.toFixed(0)} ms)`] : []
  })
  const hurried = new Set(pressed.flatMap(({ actionId, id }) => (actionId === 'send-now' ? [id] : [])))
  const arrivals = (written: Written) => {
    const words = [written.prompt, ...(written.laterWords ?? [])]
    return sends.filter(({ prompt }) => words.includes(prompt))
  }
  const isWhole = ({ arrives }: Written, { prompt, whole }: { prompt: string; whole: string }) => {
    const { unsent = [], isAboveUnread = false } = byPrompt.get(prompt) ?? {}
    return isAsBrought(whole, { ...arrives, words: prompt }, { unsent, isAboveLeftOut: isAboveUnread })
  }
  const early = acknowledged.filter(written => {
    const { notBeforeMs = 0 } = written
    return arrivals(written).some(
      ({ prompt, atMs }) => atMs < notBeforeMs - SAME_TIME_MS && !hurried.has(byPrompt.get(prompt)?.id ?? '')
    )
  })
  const takenBack = [
    ...sends.filter(({ prompt }) => NEVER_SENT.includes(byPrompt.get(prompt)?.state ?? '')),
    ...acknowledged.filter(written =>
      arrivals(written).some(
        ({ atMs }) => atMs > (written.deletedAtMs ?? Number.POSITIVE_INFINITY) + TAKEN_BACK_WITHIN_MS
      )
    )
  ]
  const duplicateSends = [
    ...repeated(sends.map(({ prompt }) => prompt)),
    ...acknowledged.filter(written => written.laterWords && arrivals(written).length > 1).map(({ prompt }) => prompt)
  ]
  const sentWrong = sends.filter(({ prompt, project }) => {
    const followup = byPrompt.get(prompt)
    return followup !== undefined && followup.projectId !== project.id
  })
  const toldWrong = posts.filter(({ operation, words }) => {
    const followup = followups.find(({ id }) => operation.startsWith(`${id}:`))
    return followup && projects.some(({ id, repository }) => id !== followup.projectId && words.includes(repository))
  })
  return {
    acknowledged: acknowledged.length,
    maybe: followups.filter(({ isInDoubt }) => isInDoubt).length,
    wrongs: {
      lost: acknowledged.filter(written => !hasOutcome(written)).map(describe),
      duplicateSends,
      duplicatePosts: repeated(posts.map(({ operation }) => operation)),
      outOfOrder: projects.flatMap(({ agent }) =>
        findDisorder(acknowledged, agent.sends().map(byWords), stored, inDoubt)
      ),
      lateSends,
      early: early.map(({ prompt }) => prompt),
      takenBack: takenBack.map(({ prompt }) => prompt),
      notAsBrought: acknowledged.flatMap(written =>
        arrivals(written)
          .filter(send => !isWhole(written, send))
          .map(({ whole }) => JSON.stringify(whole))
      ),
      wrongProject: [
        ...sentWrong.map(({ prompt, project }) => `${prompt} sent to ${project.id}`),
        ...toldWrong.map(({ operation }) => `${operation} told from another one`)
      ]
    }
  }
}

/** "instruction 1" is not in "instruction 12". */
const isNamed = (prompt: string, words: string) => new RegExp(`${prompt}(?!\\d)`).test(words)

/** Each repeated one, as often as it is repeated. */
const repeated = (all: string[]) => all.filter((one, place) => all.indexOf(one) !== place)
