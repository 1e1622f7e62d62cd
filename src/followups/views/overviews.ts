import type { types } from '@slack/bolt'
import { button, buttonRow, context, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { escapeInLine, isDirect, slackTime, threadUrl } from '../../slack/slack-text.ts'
import { type Finding, findingWords } from '../model/finding.ts'
import type { Followup } from '../model/followup.ts'
import type { Progress } from '../model/progress.ts'
import type { Reader, SeenFollowup, SeenJob, Trouble } from '../model/seen.ts'
import { usualWords } from './card.ts'
import {
  COMMAND,
  createdWords,
  DATE,
  type Hour,
  hourWords,
  jobName,
  joined,
  mention,
  modelWords,
  QUOTED,
  saidInOneLine,
  sourceWords
} from './phrases.ts'
import { pullRequestLink } from './result.ts'
import { standingWords, statusWords, TROUBLE_WORDS, whyWords } from './state-words.ts'

export const cardUrl = ({ channelId, threadTs, closedBecause }: Followup, workspaceUrl: string) =>
  threadTs === null || closedBecause === 'card deleted' ? undefined : threadUrl(workspaceUrl, { channelId, threadTs })

/** Two lines: where it stands, then what was said by whom, when and where. */
function entry(
  { followup, job }: SeenFollowup,
  { reader, workspaceUrl }: List,
  facts: (string | false | undefined)[],
  longest?: number
): types.KnownBlock {
  const { channelId, requesterId, inLineAtMs } = followup
  const who = `${requesterId === reader.userId ? 'you' : mention(requesterId)}, ${slackTime(inLineAtMs, DATE)}`
  const where = channelId !== reader.channelId && (isDirect(channelId) ? 'direct message' : `<#${channelId}>`)
  const url = cardUrl(followup, workspaceUrl)
  const card = [where, url && `<${url}|card>`].filter(part => part).join(' ')
  const said = joined(saidInOneLine(followup, longest), who, card)
  return section(`${joined(standingWords(followup, job), ...facts)}\n${said}\n${whyWords(followup)}`.trimEnd())
}

/** So many of the longest fit into what Slack takes in one message. */
export const ON_A_PAGE = 10

function pageButtons(
  list: 'list' | 'status',
  at: number,
  count: number,
  pageName: (at: number) => string = String
): types.KnownBlock[] {
  const turn = (way: 'back' | 'more', label: string, to: number) => button(`${list}-${way}`, label, pageName(to))
  const back = at > 0 ? [turn('back', 'Back', Math.max(at - ON_A_PAGE, 0))] : []
  return buttonRow(...back, ...(at + ON_A_PAGE < count ? [turn('more', 'More', at + ON_A_PAGE)] : []))
}

type List = { found: SeenFollowup[]; count: number; skip: number; reader: Reader; workspaceUrl: string }

const FIRST = `\`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends one its first follow-up.`
const IN_CHANNEL = {
  some: 'The jobs of this channel, and yours elsewhere',
  none: `I don’t know any jobs in this channel yet, or any of yours elsewhere. ${FIRST}`
}
const DIRECTLY = { some: 'Your jobs', none: `I don’t know any jobs of yours yet. ${FIRST}` }

/** What needs a decision comes first, then what is held, what runs, what waits, what stays idle, and what ended. */
export function jobListMessage(list: List & { budget: Hour }): SlackMessage {
  const { found, count, skip, reader, budget } = list
  const words = isDirect(reader.channelId) ? DIRECTLY : IN_CHANNEL
  const turns = pageButtons('list', skip, count)
  if (found.length === 0 && skip === 0) return plainMessage(words.none)
  if (found.length === 0) return toMessage(section('There are no more jobs.'), ...turns)
  return toMessage(
    section(`${words.some}:${turns.length === 0 ? '' : ` ${skip + 1}–${skip + found.length} of ${count}`}`),
    ...found.map(seen => entry(seen, list, [jobName(seen.followup.jobId)])),
    context(hourWords(budget)),
    ...turns
  )
}

/** The part of what a job was told that was written by `untilMs`, without the newest `skip`. */
export type StatusPage = { jobId: string; untilMs: number; skip: number }

type StatusFacts = StatusPage & List & { job: SeenJob; unread: Trouble['kind'] | undefined }

export function statusMessage(facts: StatusFacts): SlackMessage {
  const { jobId, job, unread, found, count, untilMs, skip } = facts
  const { record, seenAtMs } = job
  const told = record === null ? 'not known' : (record.status ?? 'no status')
  const turns = pageButtons('status', skip, count, to => `${untilMs} ${to} ${jobId}`)
  const isPage = turns.length > 0 && found.length > 0
  const lines = [
    joined(
      `${jobName(jobId)}: *${statusWords(told)}*`,
      sourceWords(record),
      modelWords(record),
      createdWords(record),
      told === 'active' && usualWords(job)
    ),
    pullRequestLink(record),
    freshnessWords(seenAtMs, unread),
    isPage && `Follow-ups ${skip + 1}–${skip + found.length} of ${count}, newest first:`
  ]
  const said = found.map(seen => entry(seen, facts, outcomeWords(seen.followup.progress), QUOTED))
  return toMessage(section(lines.filter(line => line).join('\n')), ...said, ...turns)
}

const outcomeWords = (progress: Progress) => [
  'atMs' in progress && slackTime(progress.atMs, DATE),
  'resultId' in progress && pullRequestLink(progress.job)
]

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

/** What is not fine comes first. */
export function doctorMessage(found: Finding[]): SlackMessage {
  const [others, fine] = [false, true].map(isFine => found.filter(({ state }) => (state === 'fine') === isFine))
  const lines = [...(others ?? []), ...(fine ?? [])].map(finding => escapeInLine(findingWords(finding)))
  return toMessage(...lines.map(line => section(line)))
}
