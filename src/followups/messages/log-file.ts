import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { threadUrl } from '../../slack/thread-url.ts'
import { hideSecrets } from '../rules/find-secrets.ts'
import type { Followup } from '../rules/followup.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { instead, jobName } from './phrases.ts'
import { standingWords } from './state-words.ts'

// The instructions to a job as a file that spreadsheets open.

type FileOf = {
  jobId: string
  /** Newest first. */
  entries: SeenFollowup[]
  nameOf: ReadonlyMap<string, string>
  workspaceUrl: string
}

export type LogFile = { file: { name: string; title: string; content: string }; rows: number }

const HEAD = ['When', 'Who', 'Instruction', 'Outcome', 'Ended', 'Pull request', 'Card']
const MOST_BYTES = 5_000_000
// Excel takes a file for Unicode only if it begins with this.
const BYTE_ORDER_MARK = '\ufeff'

/** As much of it as one file takes, the newest first, and how much that is. */
export function logFile({ jobId, entries, nameOf, workspaceUrl }: FileOf): LogFile {
  const lines = [toLine(HEAD)]
  let bytes = 0
  for (const { followup, job, hold } of entries) {
    const line = toLine([
      isoTime(followup.writtenAtMs),
      nameOf.get(followup.requesterId) ?? followup.requesterId,
      instead(followup) ?? hideSecrets(followup.prompt),
      decodeSlackText(standingWords(followup, job, hold)),
      ...outcomeCells(followup),
      cardUrl(followup, workspaceUrl)
    ])
    bytes += Buffer.byteLength(line)
    if (bytes > MOST_BYTES) break
    lines.push(line)
  }
  const name = `${jobId.replace(/[^\w.-]/g, '_')}-log.csv`
  const file = { name, title: `Log of ${jobId}`, content: BYTE_ORDER_MARK + lines.join('') }
  return { file, rows: lines.length - 1 }
}

function outcomeCells({ progress }: Followup): [ended: string, pullRequest: string] {
  if (progress.state === 'finished') return [isoTime(progress.finishedAtMs), progress.job.prLink ?? '']
  return ['atMs' in progress ? isoTime(progress.atMs) : '', '']
}

function cardUrl({ channelId, threadTs, closedBecause }: Followup, workspaceUrl: string): string {
  return threadTs === null || closedBecause === 'card deleted' ? '' : threadUrl(workspaceUrl, { channelId, threadTs })
}

const isoTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')

const toLine = (cells: string[]) => `${cells.map(toCell).join(',')}\r\n`

/** As in RFC 4180. A spreadsheet would take what begins like this for a formula. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const logSentMessage = (jobId: string, rows: number, count: number): SlackMessage =>
  plainMessage(
    `The log of ${jobName(jobId)} is in your direct messages with me: ${amount(rows, count)}, as a CSV file.`
  )

function amount(rows: number, count: number): string {
  if (rows < count) return `the latest ${rows} of ${count} instructions`
  return count === 1 ? 'one instruction' : `${count} instructions`
}

export const logPerhapsSentMessage = (jobId: string): SlackMessage =>
  plainMessage(
    `I’m not sure whether the log of ${jobName(jobId)} is in your direct messages with me. If it isn’t, press *Download* again.`
  )

export const logNotSentMessage = (jobId: string): SlackMessage =>
  plainMessage(`I couldn’t send you the log of ${jobName(jobId)}. Press *Download* again in a minute.`)

export const mayNotSendFilesMessage = (): SlackMessage =>
  plainMessage('I can’t send files in this workspace. Ask whoever runs this bot to allow it.')
