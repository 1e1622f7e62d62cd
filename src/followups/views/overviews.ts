import {
  actions,
  button,
  context,
  plainMessage,
  type SlackMessage,
  section,
  shorten,
  table,
  toMessage
} from '../../slack/blocks.ts'
import { escapeInLine, isDirect, slackTime, threadUrl } from '../../slack/slack-text.ts'
import type { Followup } from '../model/followup.ts'
import type { Progress } from '../model/progress.ts'
import type { Reader, SeenFollowup, SeenJob, SeenJobs, Trouble } from '../model/seen.ts'
import type { WaitCount } from '../model/wait.ts'
import { usualWords } from './card.ts'
import {
  COMMAND,
  DATE,
  type Hour,
  hourWords,
  instead,
  jobName,
  mention,
  quotable,
  saidInOneLine,
  sourceWords
} from './phrases.ts'
import { pullRequestLink, pullRequestName } from './result.ts'
import { standingWords, TROUBLE_WORDS, waitCountWords } from './state-words.ts'

const whoAsked = ({ requesterId }: Followup, { userId }: Reader): string =>
  requesterId === userId ? 'you' : mention(requesterId)

function cardLink({ channelId, threadTs, closedBecause }: Followup, reader: Reader, workspaceUrl: string): string {
  const place = channelId === reader.channelId ? '' : placeWords(channelId)
  if (threadTs === null || closedBecause === 'card deleted') return place
  return [place, `<${threadUrl(workspaceUrl, { channelId, threadTs })}|card>`].filter(part => part).join(' ')
}

const placeWords = (channelId: string) => (isDirect(channelId) ? 'direct message' : `<#${channelId}>`)

export const JOBS_ON_A_PAGE = 20

type JobList = SeenJobs & { budget: Hour; skip: number; reader: Reader; workspaceUrl: string }

const FIRST = `\`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends one its first follow-up.`
const IN_CHANNEL = {
  some: 'The jobs of this channel, and yours elsewhere',
  none: `I don’t know any jobs in this channel yet, or any of yours elsewhere. ${FIRST}`
}
const DIRECTLY = { some: 'Your jobs', none: `I don’t know any jobs of yours yet. ${FIRST}` }

const LIST_HEAD = ['Where it stands', 'Job', 'Follow-up', 'Asked by', 'Card']

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
    table(LIST_HEAD, rows),
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
  return parts.flatMap(([count, words, icon]) => (count ? [`${icon} ${count} ${words}`.trim()] : [])).join(' · ')
}

const turn = (actionId: string, label: string, skip: number) => button(actionId, label, String(skip))

function rowOf({ followup, job, hold, waits }: SeenFollowup, reader: Reader, workspaceUrl: string): string[] {
  const { jobId, inLineAtMs } = followup
  // Of another channel, only what is one’s own is shown.
  const others = waits && followup.channelId === reader.channelId ? waitCountWords(waits, 'more') : undefined
  return [
    [standingWords(followup, job, hold), others].filter(part => part).join(' · '),
    jobName(jobId),
    saidInOneLine(followup),
    `${whoAsked(followup, reader)} · ${slackTime(inLineAtMs, DATE)}`,
    cardLink(followup, reader, workspaceUrl)
  ]
}

export const FOLLOWUPS_ON_A_PAGE = 10

/** The part of what a job was told that was written by `untilMs`, without the newest `skip`. */
export type StatusPage = { jobId: string; untilMs: number; skip: number }

type StatusFacts = StatusPage & {
  job: SeenJob
  unread: Trouble['kind'] | undefined
  entries: SeenFollowup[]
  count: number
  waits: WaitCount
  reader: Reader
  workspaceUrl: string
}

const LONGEST_STATUS = 40
const STATUS_WORDS = new Map([
  ['active', 'working'],
  ['completed', 'finished']
])
const STATUS_HEAD = ['When', 'Who', 'Follow-up', 'Where it stands', 'Card']
const WORDS_SHOWN = 300
const LONGEST_LINK = 300

export function statusMessage(facts: StatusFacts): SlackMessage {
  const { jobId, job, unread, entries, count, untilMs, skip, waits, reader, workspaceUrl } = facts
  const { record, seenAtMs } = job
  const told = record === null ? 'not known' : (record.status ?? 'no status')
  const status = STATUS_WORDS.get(told) ?? escapeInLine(shorten(told, LONGEST_STATUS))
  const end = skip + entries.length
  const turn = (actionId: string, label: string, to: number) => button(actionId, label, `${untilMs} ${to} ${jobId}`)
  const turns = [
    ...(skip > 0 ? [turn('status-newer', 'Newer', Math.max(skip - FOLLOWUPS_ON_A_PAGE, 0))] : []),
    ...(end < count ? [turn('status-older', 'Older', end)] : [])
  ]
  const lines = [
    [`${jobName(jobId)}: *${status}*`, sourceWords(record), told === 'active' && usualWords(job)],
    [pullRequestLink(record)],
    [freshnessWords(seenAtMs, unread)],
    [waitCountWords(waits)],
    [turns.length > 0 && entries.length > 0 && `Follow-ups ${skip + 1}–${end} of ${count}, newest first:`]
  ]
  const rows = entries.map(({ followup, job, hold }) => [
    slackTime(followup.inLineAtMs, DATE),
    mention(followup.requesterId),
    wordsOf(followup),
    [standingWords(followup, job, hold), ...outcomeWords(followup.progress)].join(' · '),
    cardLink(followup, reader, workspaceUrl)
  ])
  return toMessage(
    section(lines.flatMap(parts => parts.filter(part => part).join(' · ') || []).join('\n')),
    ...(rows.length === 0 ? [] : [table(STATUS_HEAD, rows)]),
    ...(turns.length === 0 ? [] : [actions(...turns)])
  )
}

/** In one line, and no longer than a reader would read, nor than it may become when it is escaped. */
function wordsOf(followup: Followup): string {
  const gone = instead(followup)
  if (gone) return gone
  let words = shorten(
    quotable(followup.prompt)
      .slice(0, 2 * WORDS_SHOWN)
      .replace(/```|\s+/g, ' ')
      .trim(),
    WORDS_SHOWN
  )
  while (escapeInLine(words).length > 2 * WORDS_SHOWN) words = shorten(words, Math.floor(words.length / 2))
  return `“${escapeInLine(words)}”`
}

function outcomeWords(progress: Progress): string[] {
  if (progress.state === 'finished') {
    const link = pullRequestLink(progress.job)
    const shown = link !== undefined && link.length > LONGEST_LINK ? pullRequestName(progress.job) : link
    return [slackTime(progress.atMs, DATE), ...(shown ? [shown] : [])]
  }
  return 'atMs' in progress ? [slackTime(progress.atMs, DATE)] : []
}

function freshnessWords(seenAtMs: number | null, unread: StatusFacts['unread']): string {
  if (unread === undefined) return seenAtMs === null ? '' : `As of ${slackTime(seenAtMs)}.`
  const why = unreadWords(unread)
  return seenAtMs === null ? why : `${why} This is ${slackTime(seenAtMs, DATE, 'as of ')}.`
}

export const unreadMessage = (trouble: Trouble['kind']): SlackMessage => plainMessage(unreadWords(trouble))

function unreadWords(trouble: Trouble['kind']): string {
  if (trouble === 'unknown job') return 'There’s no such job here. Check the id.'
  const isShort = trouble === 'busy' || trouble === 'unavailable'
  return `${TROUBLE_WORDS[trouble]} ${isShort ? 'Try again in a minute.' : 'Ask whoever runs this bot.'}`
}
