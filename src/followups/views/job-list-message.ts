import {
  actions,
  button,
  context,
  plainMessage,
  type SlackMessage,
  section,
  table,
  toMessage
} from '../../slack/blocks.ts'
import { isDirect, slackTime } from '../../slack/slack-text.ts'
import type { Reader } from '../model/reader.ts'
import type { SeenFollowup, SeenJobs } from '../model/seen-followup.ts'
import { COMMAND, DATE, type Hour, hourWords, jobName, saidInOneLine } from './phrases.ts'
import { standingWords, waitCountWords } from './state-words.ts'
import { cardLink, whoAsked } from './table-cells.ts'

export const JOBS_ON_A_PAGE = 20

export type JobList = SeenJobs & { budget: Hour; skip: number; reader: Reader; workspaceUrl: string }

const FIRST = `\`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends one its first instruction.`
const IN_CHANNEL = {
  some: 'The jobs of this channel, and yours elsewhere',
  none: `I don’t know any jobs in this channel yet, or any of yours elsewhere. ${FIRST}`
}
const DIRECTLY = { some: 'Your jobs', none: `I don’t know any jobs of yours yet. ${FIRST}` }

const HEAD = ['Where it stands', 'Job', 'Instruction', 'Asked by', 'Card']

/** What needs a decision comes first, then what is held, what runs, what stays idle, what ended, and what is long over. */
export function jobListMessage({ jobs, counts, budget, skip, reader, workspaceUrl }: JobList): SlackMessage {
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const words = isDirect(reader.channelId) ? DIRECTLY : IN_CHANNEL
  const hour = context(hourWords(budget))
  if (count === 0) return plainMessage(words.none)
  if (jobs.length === 0) return toMessage(section('There are no more jobs.'), actions(turn('list-back', 'Back', 0)))
  const rows = jobs.map(seen => rowOf(seen, reader, workspaceUrl))
  const end = skip + jobs.length
  const buttons = [
    ...(skip > 0 ? [turn('list-back', 'Back', Math.max(skip - JOBS_ON_A_PAGE, 0))] : []),
    ...(end < count ? [turn('list-more', 'More', end)] : [])
  ]
  const page = buttons.length === 0 ? '' : ` Jobs ${skip + 1}–${end} of ${count}.`
  return toMessage(
    section(`${words.some}: ${summary(counts)}.${page}`),
    table(HEAD, rows),
    hour,
    ...(buttons.length === 0 ? [] : [actions(...buttons)])
  )
}

function summary({ undecided, held, running, waiting, idle, done, earlier }: SeenJobs['counts']): string {
  const parts = [
    [undecided, undecided === 1 ? 'needs a decision' : 'need a decision', '⚠️'],
    [held, 'held', '⏸'],
    [running, 'running', '⏳'],
    [waiting, 'waiting', '⏰'],
    [idle, 'idle, no work seen', ''],
    [done, 'ended in the last 24 hours', ''],
    [earlier, 'earlier', '']
  ] as const
  return parts.flatMap(([count, words, icon]) => (count === 0 ? [] : [`${icon} ${count} ${words}`.trim()])).join(' · ')
}

const turn = (actionId: string, label: string, skip: number) => button(actionId, label, String(skip))

function rowOf({ followup, job, hold, waits }: SeenFollowup, reader: Reader, workspaceUrl: string): string[] {
  const { jobId, writtenAtMs } = followup
  // Of another channel, only what is one’s own is shown.
  const others = waits && followup.channelId === reader.channelId ? waitCountWords(waits, 'more') : undefined
  return [
    [standingWords(followup, job, hold), others].filter(part => part).join(' · '),
    jobName(jobId),
    saidInOneLine(followup),
    `${whoAsked(followup, reader)} · ${slackTime(writtenAtMs, DATE)}`,
    cardLink(followup, reader, workspaceUrl)
  ]
}
