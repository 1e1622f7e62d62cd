import { plainMessage, type SlackMessage, shorten } from '../../slack/blocks.ts'
import { escapeInLine, isDirect, slackTime } from '../../slack/slack-text.ts'
import type { Followup } from '../rules/followup.ts'
import type { Hold } from '../rules/hold.ts'
import type { Reader } from '../rules/reader.ts'
import type { SeenJob, Trouble } from '../rules/seen-job.ts'
import type { WaitCount } from '../rules/wait.ts'
import { DATE, jobName, mention, saidInOneLine, sourceWords } from './phrases.ts'
import { pullRequestLink } from './pull-request.ts'
import { standingWords, TROUBLE_WORDS, waitCountWords } from './state-words.ts'
import { usualWords } from './usual-words.ts'

export type StatusFacts = {
  jobId: string
  job: SeenJob
  /** Why it cannot be read just now. */
  unread: Trouble['kind'] | undefined
  /** What holds up its line. */
  hold?: Hold | undefined
  followups: Followup[]
  /** How many of all wait. */
  waits: WaitCount
  reader: Reader
}

const LONGEST_STATUS = 40
const STATUS_WORDS = new Map([
  ['active', 'working'],
  ['completed', 'finished']
])

/** Where a job stands, for one person. */
export function statusMessage({ jobId, job, unread, hold, followups, waits, reader }: StatusFacts): SlackMessage {
  const { record, seenAtMs } = job
  const told = record === null ? 'not known' : (record.status ?? 'no status')
  const status = STATUS_WORDS.get(told) ?? escapeInLine(shorten(told, LONGEST_STATUS))
  const usual = told === 'active' ? usualWords(job) : undefined
  const link = pullRequestLink(record)
  const waiting = waitCountWords(waits)
  const lines = [
    [`${jobName(jobId)}: *${status}*`, sourceWords(record), usual].filter(part => part).join(' · '),
    ...(link ? [link] : []),
    freshnessWords(seenAtMs, unread),
    ...(waiting ? [waiting] : []),
    ...followups.map(followup => followupLine(followup, { job, hold }, reader))
  ]
  return plainMessage(lines.join('\n'))
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

function followupLine(
  followup: Followup,
  { job, hold }: Pick<StatusFacts, 'job' | 'hold'>,
  { channelId }: Reader
): string {
  const { requesterId, writtenAtMs } = followup
  const facts = [standingWords(followup, job, hold), saidInOneLine(followup)]
  facts.push(mention(requesterId), slackTime(writtenAtMs, DATE))
  if (followup.channelId !== channelId) facts.push(placeWords(followup.channelId))
  return facts.join(' · ')
}

const placeWords = (channelId: string) => (isDirect(channelId) ? 'in a direct message' : `in <#${channelId}>`)
