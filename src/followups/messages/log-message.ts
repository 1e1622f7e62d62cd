import { actions, button, type SlackMessage, section, shorten, toMessage } from '../../slack/blocks.ts'
import { escapeInLine, escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import { table } from '../../slack/table.ts'
import type { Followup } from '../rules/followup.ts'
import type { Progress } from '../rules/progress.ts'
import type { Reader } from '../rules/reader.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { COMMAND, DATE, instead, jobName, mention, quotable } from './phrases.ts'
import { pullRequestLink, pullRequestName } from './pull-request.ts'
import { standingWords } from './state-words.ts'
import { cardLink } from './table-cells.ts'

export const ENTRIES_ON_A_PAGE = 10

const WORDS_SHOWN = 300
const LONGEST_LINK = 300

export type Log = {
  jobId: string
  entries: SeenFollowup[]
  /** How many there are in all, of those written by then. */
  count: number
  untilMs: number
  skip: number
  reader: Reader
  workspaceUrl: string
}

const HEAD = ['When', 'Who', 'Instruction', 'Outcome', 'Card']

/** Every instruction to a job, as far as one person may see them, newest first. */
export function logMessage(log: Log): SlackMessage {
  const { jobId, entries, count, untilMs, skip, reader, workspaceUrl } = log
  const turn = (actionId: string, label: string, to: number) => button(actionId, label, `${untilMs} ${to} ${jobId}`)
  const end = skip + entries.length
  const turns = [
    ...(skip > 0 ? [turn('log-newer', 'Newer', Math.max(skip - ENTRIES_ON_A_PAGE, 0))] : []),
    ...(end < count ? [turn('log-older', 'Older', end)] : [])
  ]
  const row = turns.length === 0 ? [] : [actions(...turns)]
  if (entries.length === 0) return toMessage(section(nothingWords(jobId, count)), ...row)
  const shown = turns.length === 0 ? '' : `, ${skip + 1}–${end} of ${count}`
  const rows = entries.map(({ followup, job, hold }) => [
    slackTime(followup.writtenAtMs, DATE),
    mention(followup.requesterId),
    wordsOf(followup),
    [standingWords(followup, job, hold), ...outcomeWords(followup.progress)].join(' · '),
    cardLink(followup, reader, workspaceUrl)
  ])
  return toMessage(section(`The instructions to ${jobName(jobId)}, newest first${shown}:`), table(HEAD, rows), ...row)
}

const nothingWords = (jobId: string, count: number) =>
  count > 0
    ? 'There are no older instructions.'
    : `I don’t know of any instructions to ${jobName(jobId)} from this channel, or any of yours from elsewhere. \`${COMMAND} status ${escapeSlackText(jobId)}\` shows where it stands.`

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
