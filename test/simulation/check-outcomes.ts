import { z } from 'zod'
import { drawView } from '../../src/followups/views/show.ts'
import { messageTimeMs } from '../../src/slack/slack-text.ts'
import { COLUMNS, parseView } from '../../src/slack/view-store.ts'
import { judge } from '../judge/judge.ts'
import { readLedger } from '../judge/ledger.ts'
import { modelMoves } from '../model/moves.ts'
import { asShown } from '../support/as-shown.ts'
import { findBroughtAtFault } from './check-brought.ts'
import { findFalseNews } from './check-evidence.ts'
import { findBrokenTimes } from './check-times.ts'
import { findWordsAtFault } from './check-words.ts'
import type { Notes } from './day-notes.ts'
import { MISTAKE, NO_JOB } from './random-day.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { byWords, wordsOf } from './what-people-bring.ts'
import { FOR_ANOTHER, IS_CARD } from './what-people-write.ts'

const rows = z.array(
  z.object({
    id: z.string(),
    prompt: z.string().transform(wordsOf),
    state: z.string(),
    jobId: z.string(),
    resultId: z.string().nullable(),
    inLineAtMs: z.coerce.number()
  })
)
const metadata = z.object({ metadata: z.object({ event_payload: z.object({ operation: z.string() }) }) })

const OVER = new Set(['ended', 'dropped'])

/** On some days the service refuses the key, and the log must say so. */
const isNotTheService = (error: string) => !error.startsWith('The agent service refuses requests from this bot')

/** What people and the service saw, as chaos judges it, too. */
export function judgeDay({ slack, agent }: SimulatedTeam, notes: Notes): string[] {
  const { verdict } = judge(readLedger(slack, [agent]), words => meantBy(notes, words))
  return Object.entries(verdict).flatMap(([what, which]) => which.map(sentence => `${what}: ${sentence}`))
}

/** By when a message was read, however long Slack and the bot took over it. */
const READ_WITHIN_MS = 10 * 60_000

function meantBy(notes: Notes, words: string) {
  const written = notes.find(words)
  if (written === undefined || written.goes === 'to people') return 'perhaps'
  const changedAtMs = written.editedAtMs ?? written.insteadOf?.editedAtMs ?? written.atMs
  if (notes.wasUnsettled(written, changedAtMs + READ_WITHIN_MS)) return 'perhaps'
  return written.when !== 'now' || written.canUndo || written.insteadOf ? 'later' : undefined
}

/** What else must hold once all is quiet: a sentence for each thing that does not. */
export async function findBrokenPromises(team: SimulatedTeam, notes: Notes): Promise<string[]> {
  const { slack, agent, database, errors } = team
  const followups = rows.parse(
    await database.query(
      `select id, prompt, state, job_id as "jobId", progress ->> 'resultId' as "resultId", in_line_at_ms as "inLineAtMs"
       from followup.followup`
    )
  )
  const broken = [
    ...[...team.moves.keys()]
      .filter(move => !modelMoves.has(move))
      .map(move => `a move that the model does not have: ${move}`),
    ...errors.filter(isNotTheService).map(error => `error in the log: ${error}`),
    ...(await findFalseNews(team)),
    ...(await findStaleMessages(team)),
    ...findPublicMistakes(team),
    ...(await findPullRequestsAtFault(team)),
    ...(await findWordsAtFault(team, notes)),
    ...(await findBroughtAtFault(team, notes)),
    ...(await findBrokenTimes(team, notes)),
    ...(await findBrokenSettings(team, notes))
  ]

  // Whose service says that there is no such job is not asked which one is meant.
  const isDenied = (jobId: string) => agent.requests({ jobId }).some(({ answered }) => answered === 404)
  for (const { prompt, jobId } of followups)
    if (prompt.includes(FOR_ANOTHER) && !isDenied(prompt.split(' ')[0] ?? ''))
      broken.push(`not asked about: '${prompt}' is for ${jobId}`)
  for (const { id, state } of followups) if (!OVER.has(state)) broken.push(`never ended: ${id} is ${state}`)

  for (const jobId of new Set(followups.map(followup => followup.jobId))) {
    // What a person sent again goes out when they say so.
    const order = agent
      .sends(jobId)
      .map(byWords)
      .flatMap(send => {
        const owners = followups.filter(({ prompt }) => prompt === send.prompt)
        return owners.length === 1 ? owners.map(({ inLineAtMs }) => inLineAtMs) : []
      })
    if (order.some((inLineAtMs, place) => inLineAtMs < (order[place - 1] ?? 0))) broken.push(`out of line: ${jobId}`)
  }

  const shown = slack.channels().flatMap(({ id }) => slack.messages(id))
  for (const { text, reactions, user } of shown) {
    const isCard = user === slack.botUserId && IS_CARD.test(text)
    if (isCard && /· (working|being sent|about to be sent|held|waiting|goes out)/.test(text))
      broken.push(`a card that still waits: ${text}`)
    if (reactions.length > 1) broken.push(`marked more than once: '${text}' ${reactions.map(({ name }) => name)}`)
  }

  const operations = slack
    .channels()
    .flatMap(({ id }) => slack.messages(id))
    .flatMap(message => metadata.safeParse(message).data?.metadata.event_payload.operation ?? [])
  for (const { id, resultId } of followups)
    if (resultId !== null && !operations.includes(`${resultId}`)) broken.push(`no result was posted for ${id}`)

  const waiting = await database.query(`select id, state from followup.view where state in ('pending', 'posting')`)
  for (const post of waiting) broken.push(`never posted: ${post.id}`)
  const tasks = await database.query('select name, count(*)::int as count from followup.task group by name')
  for (const task of tasks) broken.push(`${task.count} tasks left over: ${task.name}`)
  return broken
}

const results = z.array(
  z.object({ prompt: z.string(), toldAtMs: z.coerce.number(), channelId: z.string(), ts: z.string() })
)

/** What is not where its channel wanted results when it was told: a sentence for each. */
async function findBrokenSettings({ slack, database }: SimulatedTeam, notes: Notes): Promise<string[]> {
  const posted = results.parse(
    await database.query(
      `select prompt, progress ->> 'atMs' as "toldAtMs", view.channel_id as "channelId", message_ts as ts
       from followup.view join followup.followup on followup.id = followup_id
       where view.id = followup_id || ':result' and view.id = progress ->> 'resultId' and view.state = 'posted' and message_ts is not null`
    )
  )
  const wrongPlace = posted.filter(({ toldAtMs, channelId, ts }) => {
    const wanted = notes.chosen(channelId, 'results', toldAtMs)
    const isInChannel = slack.message(channelId, ts)?.subtype === 'thread_broadcast'
    return (wanted === 'none' && isInChannel) || (wanted === 'all' && !isInChannel)
  })
  return wrongPlace.map(({ prompt }) => `the result of '${prompt}' is not where its channel wants results`)
}

const pullRequests = z.array(z.object({ link: z.string(), seen: z.string().nullable(), times: z.coerce.number() }))

/** What is not as it should be once everything was merged: a sentence for each. */
async function findPullRequestsAtFault({ database }: SimulatedTeam): Promise<string[]> {
  const found = pullRequests.parse(
    await database.query(
      `select link, seen ->> 'state' as seen, (select count(*) from followup.view join followup.followup on followup.id = followup_id
         where view.id = followup_id || ':checks' and progress -> 'job' ->> 'prLink' = link) as times
       from followup.pull_request`
    )
  )
  return found.flatMap(({ link, seen, times }) => [
    ...(seen === 'merged' ? [] : [`${link} was merged, and is ${seen}`]),
    ...(times <= 1 ? [] : [`that the checks of ${link} failed was said ${times} times`])
  ])
}

/** Every card and notice as it stands in Slack, compared with what the rows say now: a sentence for each that differs. */
async function findStaleMessages({ slack, database }: SimulatedTeam): Promise<string[]> {
  const found = await database.query(
    `select ${COLUMNS} from followup.view where state = 'posted' and starts_with(channel_id, 'C') order by message_ts`
  )
  const stale: string[] = []
  for (const view of found.map(parseView)) {
    const shown = slack.message(view.channelId, view.messageTs ?? '')
    const { wanted } = await drawView(database, view)
    if (shown === undefined || shown.subtype === 'tombstone' || wanted === undefined) continue
    if (toWords(shown) !== toWords(wanted))
      stale.push(`${view.id} shows '${toWords(shown)}' instead of '${toWords(wanted)}'`)
  }
  return stale
}

/** With what the buttons carry. */
const toWords = (message: { text: string; blocks?: unknown[] | undefined }) =>
  [message.text, asShown(message), JSON.stringify(message.blocks).match(/"value":"[^"]*"/g)]
    .join(' / ')
    .replace(/\s+/g, ' ')

/** The longest pause that a service asks for, by a clock that is off. */
const PAUSED_MS = 15_000 + 30_000

/** A mistake is told to its author alone: a sentence for each that others can read. */
function findPublicMistakes({ slack, agent }: SimulatedTeam): string[] {
  // While the service answers something else, or has just asked not to be read, nobody can know that there is no such job.
  const isUnsure = agent.requests({ jobId: NO_JOB }).some(({ answered }) => answered !== 404)
  const pauses = agent.requests().filter(({ asked, answered }) => asked === 'read' && answered === 429)
  const isPaused = (ts: string) =>
    pauses.some(({ atMs }) => messageTimeMs(ts) >= atMs && messageTimeMs(ts) < atMs + PAUSED_MS)
  const messages = slack.channels().flatMap(({ id }) => slack.messages(id))
  const ofNoJob = new Set(
    messages.filter(({ text }) => text.includes(NO_JOB)).map(({ ts, thread_ts = ts }) => thread_ts)
  )
  return messages
    .filter(({ text }) => text.includes(MISTAKE))
    .filter(({ ts, thread_ts = ts }) => !(ofNoJob.has(thread_ts) && (isUnsure || isPaused(thread_ts))))
    .map(({ text }) => `a mistake that everybody can read: '${text}'`)
}
