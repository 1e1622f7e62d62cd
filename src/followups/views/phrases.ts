import type { types } from '@slack/bolt'
import type { AgentJob } from '../../agent/agent-job.ts'
import { context, shorten } from '../../slack/blocks.ts'
import { escapeInLine, escapeSlackText, slackTime, typedWords, visibleText } from '../../slack/slack-text.ts'
import { type Followup, isTakenBack, readAboveOf } from '../model/followup.ts'
import { isCancelled } from '../model/progress.ts'

export const COMMAND = '/agent-followup'
/** For what may be a day old. */
export const DATE = '{date_short_pretty} {time}'

export const RARELY = 'I’ll keep watching for up to 14 days, and look every five minutes from now on.'

export const QUOTED = 200
const IN_ONE_LINE = 80
const ECHOED = 8_700

/** Of a person who was forgotten, no id is left. */
export const mention = (userId: string) => (/^[UW]/.test(userId) ? `<@${userId}>` : userId)

export const byAndAt = ({ by, atMs }: { by?: string | undefined; atMs: number }) =>
  `${by === undefined ? '' : `${mention(by)} `}${slackTime(atMs)}`

/** Behind *sent*, of a second try. */
export const again = ({ brought }: Followup) => (brought?.again ? ' again' : '')

export const cancelledWords = (followup: Followup): string | undefined =>
  isCancelled(followup.progress)
    ? `cancelled before it was sent${again(followup)} · ${byAndAt(followup.progress)}`
    : undefined

export const dismissedWords = (dismissed: { by: string; atMs: number }) => `left as it is · ${byAndAt(dismissed)}`

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Of all but those who muted the thread. */
export const mentions = (followups: Followup[]): string =>
  [...new Set(followups.flatMap(({ isMuted, requesterId }) => (isMuted ? [] : [mention(requesterId)])))].join(' ')

export function addressed(followups: Followup[], words: string): string {
  const people = mentions(followups)
  return people === '' ? capital(words) : `${people}, ${words}`
}

export const jobName = (jobId: string) => `*${escapeSlackText(jobId)}*`

export const attribution = (author: string, link: string) => `From ${author} in Slack: ${link}`

const ATTRIBUTION = /^(From .{1,200} in Slack): https:\/\/\S{1,1000}$/gm

/** A person's words as others read them: the address of the message they came from is only for the agent. */
export const quotable = (prompt: string): string => prompt.replace(ATTRIBUTION, '$1')

const MOST_NAMES = 3
const LONGEST_NAME = 50

/** Names that others chose: they can be anything that is seen. */
export function someNames(names: string[]): string {
  const short = names.slice(0, MOST_NAMES).map(name => shorten(visibleText(name).replace(/\s+/g, ' '), LONGEST_NAME))
  const more = names.length - MOST_NAMES
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...short, `${more} more`] : short)
}

/** Of a follow-up that brings messages of its thread, or was to. */
export function aboveWords(followup: Followup): string | undefined {
  if (followup.brought?.above === 'unread') return 'without the messages above, which I couldn’t read'
  const { count = 0, omitted = 0 } = readAboveOf(followup) ?? {}
  if (count + omitted === 0) return undefined
  const along = count === 0 ? 'nothing' : count === 1 ? '1 message' : `${count} messages`
  const left =
    omitted === 1 ? ', 1 left out: it may contain a secret' : `, ${omitted} left out: they may contain secrets`
  return `with ${along} from the thread${omitted === 0 ? '' : left}`
}

const QUESTION_LINES = 2

export function quoteTwoLines(prompt: string): types.RichTextBlock[] {
  const words = quotable(prompt)
  // A line of nothing but code marks says nothing.
  const lines = words.split('\n').filter(line => /[^\s`]/.test(line))
  const isCut = lines.length > QUESTION_LINES
  const beginning = `${lines.slice(0, QUESTION_LINES).join('\n')}${isCut ? ' …' : ''}`
  return typedWords(shorten(beginning || words.trim(), QUOTED))
}

const MOST_QUOTES = 3

export function quoteSome(prompts: string[]): types.KnownBlock[] {
  const once = [...new Set(prompts)]
  const more = once.length - MOST_QUOTES
  return [...once.slice(0, MOST_QUOTES).flatMap(quoteTwoLines), ...(more > 0 ? [context(`and ${more} more`)] : [])]
}

export const joined = (...facts: (string | false | null | undefined)[]): string =>
  facts.filter(fact => fact).join(' · ')

/** However much it grows when it is escaped, it is no longer than that. */
function wordsInOneLine(prompt: string, longest: number): string {
  const words = shorten(quotable(prompt), 2 * longest)
  const inLine = shorten(escapeInLine(words.replace(/```/g, ' ')).trim(), longest)
  return `“${inLine.replace(/&\w*…$/, '…')}”`
}

export const instead = (followup: Followup) => (isTakenBack(followup) ? 'taken back' : undefined)

export const saidInOneLine = (followup: Followup, longest = IN_ONE_LINE): string =>
  instead(followup) ?? wordsInOneLine(followup.prompt, longest)

export const echo = (prompt: string): types.KnownBlock[] => typedWords(shorten(prompt, ECHOED))

export function repositoryName(record: AgentJob | null): string | undefined {
  const repository = record?.source?.repository
  if (!repository) return undefined
  return (URL.parse(repository)?.pathname ?? repository).replace(/^\/|\.git$|\/$/g, '')
}

export function sourceWords(record: AgentJob | null): string | undefined {
  const name = repositoryName(record)
  if (!name) return undefined
  const ref = record?.source?.ref
  const branch = ref ? ` on \`${escapeInLine(shorten(ref.replaceAll('`', "'"), 100))}\`` : ''
  return escapeInLine(shorten(name, 150)) + branch
}

export const modelWords = (record: AgentJob | null): string | undefined =>
  record?.model ? escapeInLine(shorten(record.model, 60)) : undefined

export function createdWords(record: AgentJob | null): string | undefined {
  const atMs = Date.parse(record?.createdAt ?? '')
  return atMs > 0 ? slackTime(atMs, DATE, 'created ') : undefined
}

const FEW_SECONDS_MS = 5_000

export function durationWords(ms: number): string {
  if (ms < FEW_SECONDS_MS) return 'a few seconds'
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = `${Math.floor(minutes / 60)} h`
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`
}

export type Hour = { left: number; limit: number; nextFreeMs: number | undefined; closedUntilMs: number | undefined }

export function hourWords({ left, limit, nextFreeMs, closedUntilMs }: Hour): string {
  const freed = left > 0 || nextFreeMs === undefined ? '' : ` The next one is free at about ${slackTime(nextFreeMs)}.`
  const closed =
    closedUntilMs === undefined ? '' : ` The agent isn’t taking any until about ${slackTime(closedUntilMs)}.`
  return `${left} of ${limit} follow-ups are left this hour, shared by everybody.${freed}${closed}`
}
