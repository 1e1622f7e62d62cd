import { MISTAKE, NO_JOB } from './random-day.ts'
import type { SimulatedTeam } from './simulated-team.ts'

/** A mistake is told to its author alone: a sentence for each that others can read. */
export function findPublicMistakes({ slack, agent }: SimulatedTeam): string[] {
  // While the service answers something else, nobody can know that there is no such job.
  const isUnsure = agent.requests({ jobId: NO_JOB }).some(({ answered }) => answered !== 404)
  const messages = slack.channels().flatMap(({ id }) => slack.messages(id))
  const ofNoJob = new Set(
    messages.filter(({ text }) => text.includes(NO_JOB)).map(({ ts, thread_ts = ts }) => thread_ts)
  )
  return messages
    .filter(({ text }) => text.includes(MISTAKE))
    .filter(({ ts, thread_ts = ts }) => !(isUnsure && ofNoJob.has(thread_ts)))
    .map(({ text }) => `a mistake that everybody can read: '${text}'`)
}
