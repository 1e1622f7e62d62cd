import {
  actions,
  button,
  plainMessage,
  type SlackMessage,
  section,
  shorten,
  table,
  toMessage
} from '../../slack/blocks.ts'
import { escapeInLine, slackTime } from '../../slack/slack-text.ts'
import type { Followup } from '../model/followup.ts'
import type { Progress } from '../model/progress.ts'
import type { Reader } from '../model/reader.ts'
import type { SeenFollowup } from '../model/seen-followup.ts'
import type { SeenJob, Trouble } from '../model/seen-job.ts'
import type { WaitCount } from '../model/wait.ts'
import { DATE, instead, jobName, mention, quotable, sourceWords } from './phrases.ts'
import { pullRequestLink, pullRequestName } from './pull-request.ts'
import { standingWords, TROUBLE_WORDS, waitCountWords } from './state-words.ts'
import { cardLink } from './table-cells.ts'
import { usualWords } from './usual-words.ts'

export const FOLLOWUPS_ON_A_PAGE = 10

/** Of what a job was told, the part that was written by `untilMs`, without the newest. */
export type StatusPage = { jobId: string; untilMs: number; skip: number }

type StatusFacts = StatusPage & {
  job: SeenJob
  /** Why it cannot be read just now. */
  unread: Trouble['kind'] | undefined
  /** Those on this page. */
  entries: SeenFollowup[]
  /** How many there are in all. */
  count: number
  /** How many of all wait. */
  waits: WaitCount
  reader: Reader
  workspaceUrl: string
}

const LONGEST_STATUS = 40
const STATUS_WORDS = new Map([
  ['active', 'working'],
  ['completed', 'finished']
])
const HEAD = ['When', 'Who', 'Follow-up', 'Where it stands', 'Card']
const WORDS_SHOWN = 300
const LONGEST_LINK = 300

/** Where a job stands, and what it was told, as far as one person may see it, newest first. */
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
    slackTime(followup.writtenAtMs, DATE),
    mention(followup.requesterId),
    wordsOf(followup),
    [standingWords(followup, job, hold), ...outcomeWords(followup.progress)].join(' · '),
    cardLink(followup, reader, workspaceUrl)
  ])
  return toMessage(
    section(lines.flatMap(parts => parts.filter(part => part).join(' · ') || []).join('\n')),
    ...(rows.length === 0 ? [] : [table(HEAD, rows)]),
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

/** When it ended, and with which pull request. */
function outcomeWords(progress: Progress): string[] {
  if (progress.state === 'finished') {
    const link = pullRequestLink(progress.job)
    const shown = link !== undefined && link.length > LONGEST_LINK ? pullRequestName(progress.job) : link
    return [slackTime(progress.finishedAtMs, DATE), ...(shown ? [shown] : [])]
  }
  return 'atMs' in progress ? [slackTime(progress.atMs, DATE)] : []
}

function freshnessWords(seenAtMs: number | null, unread: StatusFacts['unread']): string {
  if (unread === undefined) return seenAtMs === null ? '' : `As of ${slackTime(seenAtMs)}.`
  const why = unreadWords(unread)
  return seenAtMs === null ? why : `${why} This is ${slackTime(seenAtMs, DATE, 'as of ')}.`
}

/** Nothing is known about it. */
export const unreadMessage = (trouble: Trouble['kind']): SlackMessage => plainMessage(unreadWords(trouble))

function unreadWords(trouble: Trouble['kind']): string {
  if (trouble === 'unknown job') return 'There’s no such job here. Check the id.'
  const isShort = trouble === 'busy' || trouble === 'unavailable'
  return `${TROUBLE_WORDS[trouble]} ${isShort ? 'Try again in a minute.' : 'Ask whoever runs this bot.'}`
}
