import { z } from 'zod'
import { findFalseNews } from './check-evidence.ts'
import { findPublicMistakes } from './check-mistakes.ts'
import { findPullRequestsAtFault } from './check-pull-requests.ts'
import { findBrokenSettings } from './check-settings.ts'
import { findStaleMessages } from './check-shown.ts'
import { findBrokenTimes } from './check-times.ts'
import { findWordsAtFault } from './check-words.ts'
import type { Notes } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { FOR_ANOTHER, IS_CARD } from './what-people-write.ts'

const rows = z.array(
  z.object({
    id: z.string(),
    prompt: z.string(),
    state: z.string(),
    jobId: z.string(),
    sent: z.boolean(),
    resultId: z.string().nullable(),
    writtenAtMs: z.coerce.number()
  })
)
const metadata = z.object({ metadata: z.object({ event_payload: z.object({ operation: z.string() }) }) })

const OVER = new Set(['finished', 'rejected', 'cancelled', 'unwatched'])

/** People were told that it did not go out, and never will. */
const NOT_SENT = new Set(['rejected', 'cancelled'])

/** On some days the service refuses the key, and the log must say so. */
const isNotTheService = (error: string) => !error.startsWith('The agent service refuses requests from this bot')

/** Everything that must hold once all is quiet: a sentence for each thing that does not. */
export async function findBrokenPromises(team: SimulatedTeam, notes: Notes): Promise<string[]> {
  const { slack, agent, database, errors } = team
  const followups = rows.parse(
    await database.query(
      `select id, prompt, state, job_id as "jobId", progress ? 'sentAtMs' as sent, progress ->> 'resultId' as "resultId",
       in_line_at_ms as "writtenAtMs" from followup.followup`
    )
  )
  const broken = [
    ...errors.filter(isNotTheService).map(error => `error in the log: ${error}`),
    ...(await findFalseNews(team)),
    ...(await findStaleMessages(team)),
    ...findPublicMistakes(team),
    ...(await findPullRequestsAtFault(team)),
    ...(await findWordsAtFault(team, notes)),
    ...(await findBrokenTimes(team, notes)),
    ...(await findBrokenSettings(team, notes))
  ]

  const known = new Set(followups.map(({ prompt }) => prompt))
  // Whose service says that there is no such job is not asked which one is meant.
  const isDenied = (jobId: string) => agent.requests({ jobId }).some(({ answered }) => answered === 404)
  for (const { prompt, jobId } of followups)
    if (prompt.includes(FOR_ANOTHER) && !isDenied(prompt.split(' ')[0] ?? ''))
      broken.push(`not asked about: '${prompt}' is for ${jobId}`)
  for (const { id, state } of followups) if (!OVER.has(state)) broken.push(`never ended: ${id} is ${state}`)

  for (const prompt of known) {
    const says = (other: { prompt: string }) => other.prompt === prompt
    const owners = followups.filter(followup => says(followup) && !NOT_SENT.has(followup.state))
    const sends = agent.sends().filter(says).length
    if (sends > owners.length) broken.push(`sent ${sends} times for ${owners.length} follow-ups: '${prompt}'`)
  }

  for (const jobId of new Set(followups.map(followup => followup.jobId))) {
    // What a person sent again goes out when they say so.
    const order = agent.sends(jobId).flatMap(send => {
      const owners = followups.filter(({ prompt }) => prompt === send.prompt)
      return owners.length === 1 ? owners.map(({ writtenAtMs }) => writtenAtMs) : []
    })
    if (order.some((writtenAtMs, place) => writtenAtMs < (order[place - 1] ?? 0))) broken.push(`out of order: ${jobId}`)
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
  for (const operation of new Set(operations)) {
    const times = operations.filter(other => other === operation).length
    if (times > 1) broken.push(`posted ${times} times: ${operation}`)
  }

  for (const { id, state, resultId } of followups)
    if (state === 'finished' && !operations.includes(`${resultId}`)) broken.push(`no result was posted for ${id}`)

  const waiting = await database.query(`select id, state from followup.view where state in ('pending', 'posting')`)
  for (const post of waiting) broken.push(`never posted: ${post.id}`)
  const tasks = await database.query('select name, count(*)::int as count from followup.task group by name')
  for (const task of tasks) broken.push(`${task.count} tasks left over: ${task.name}`)
  return broken
}
