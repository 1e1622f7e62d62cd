import type { types } from '@slack/bolt'
import { type AgentJob, finalStatus } from '../../agent/agent-job.ts'
import { plainMessage, type SlackMessage, section } from '../../slack/blocks.ts'
import { shorten } from '../../slack/limits.ts'
import { escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import { awaitsLink } from '../rules/evidence.ts'
import type { Followup, Progress, ProgressOf } from '../rules/followup.ts'
import type { SeenJob } from '../rules/seen-job.ts'

export const QUOTED = 200
const IN_ONE_LINE = 80
const ECHOED = 2_900
const MOST_ECHOES = 3

export const mention = (userId: string) => `<@${userId}>`

/** Who did something, and when; just when, if nobody is named. */
export const byAndAt = ({ by, atMs }: { by?: string | undefined; atMs: number }) =>
  `${by === undefined ? '' : `${mention(by)} `}${slackTime(atMs)}`

/** Mentions whoever asked, except those who muted the thread. */
export function addressed(followups: Followup[], words: string): string {
  const people = followups.filter(({ isMuted }) => !isMuted).map(({ requesterId }) => mention(requesterId))
  return people.length === 0
    ? words.charAt(0).toUpperCase() + words.slice(1)
    : `${[...new Set(people)].join(' ')}, ${words}`
}

export const jobName = (jobId: string) => `*${escapeSlackText(jobId)}*`

/** What can be said about an instruction that went out. */
export const agentHasIt = (progress: Progress) =>
  'delivery' in progress && progress.delivery === 'maybe'
    ? 'The agent may have the instruction'
    : 'The agent has the instruction'

/** A person's words, recognisable but short. */
export function quote(prompt: string): string {
  return quoteLines(shorten(prompt, QUOTED))
}

const QUESTION_LINES = 2

/** Enough of a person's words to know which instruction a result belongs to. */
export const questionLines = (prompt: string) => quote(prompt.split('\n').slice(0, QUESTION_LINES).join('\n'))

/** The same in a list: one line for each. */
export const wordsInOneLine = (prompt: string) =>
  `“${escapeSlackText(shorten(prompt.slice(0, QUOTED).replace(/\s+/g, ' '), IN_ONE_LINE))}”`

/** A person's words in full, to be copied and sent again: in as many blocks as they need. */
export function echo(prompt: string): types.SectionBlock[] {
  const parts: string[] = []
  let part = ''
  let length = 1
  for (const character of prompt) {
    const more = quoteLines(character).length - 1
    if (length + more > ECHOED) {
      parts.push(part)
      part = ''
      length = 1
    }
    part += character
    length += more
  }
  const all = [...parts, part]
  const shown = all.slice(0, MOST_ECHOES)
  if (all.length > shown.length) shown.push('…')
  return shown.map(text => section(quoteLines(text)))
}

/** Gives the person's words back, so that they can be sent again. */
export function withPrompt(words: string, prompt: string): SlackMessage {
  if (prompt === '') return plainMessage(words)
  const said = `${words} Your words:`
  return { text: said, blocks: [section(said), ...echo(prompt)] }
}

const quoteLines = (text: string) =>
  escapeSlackText(text)
    .split('\n')
    .map(line => `>${line}`)
    .join('\n')

/** Where one follow-up stands, in a word or two. */
export function stateWords({ progress }: Followup, { record }: SeenJob): string {
  switch (progress.state) {
    case 'accepted':
      return 'about to be sent'
    case 'held':
      return `held until ${slackTime(progress.untilMs)}`
    case 'sending':
      return 'being sent'
    case 'watching':
      if (progress.delivery === 'maybe') return 'maybe delivered'
      if (record?.status === undefined) return 'sent, no status yet'
      if (finalStatus(record) === undefined) return workingWords(record)
      if (awaitsLink(progress.evidence)) return 'finished, waiting for the pull request'
      if (progress.told) return 'at rest, no work seen for this'
      return progress.evidence.afterWork ? 'sent, waiting for its turn' : 'working'
    case 'finished':
      return progress.status === 'completed' ? 'finished' : progress.status
    case 'rejected':
      return 'not delivered'
    case 'cancelled':
      return 'cancelled'
    case 'unwatched':
      return 'no longer watched'
  }
}

const HELD_BECAUSE: Record<ProgressOf<'held'>['because'], string> = {
  limit: 'this hour’s sends are used up.',
  'service limit': 'the agent service asked me to wait.',
  unreachable: 'the agent service is not answering.',
  'held up': 'I fell behind and could not send this in time.'
}

/** Why an instruction waits, and until when. */
export function holdWords({ because, untilMs }: ProgressOf<'held'>): string {
  return `${HELD_BECAUSE[because]} I’ll try again about ${slackTime(untilMs)}.`
}

/** A status the contract does not know is shown as it is. */
function workingWords({ status }: AgentJob): string {
  return status === undefined || status === 'active' ? 'working' : escapeSlackText(shorten(status, 40))
}

/** "acme/docs on `agent/quickstart`", as far as it is known. */
export function sourceWords(record: AgentJob | null): string | undefined {
  const repository = record?.source?.repository
  if (!repository) return undefined
  const name = (URL.parse(repository)?.pathname ?? repository).replace(/^\/|\.git$|\/$/g, '')
  const ref = record.source?.ref
  const branch = ref ? ` on \`${escapeSlackText(shorten(ref.replaceAll('`', "'"), 100))}\`` : ''
  return escapeSlackText(shorten(name, 150)) + branch
}

export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
