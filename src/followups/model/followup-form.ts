import { z } from 'zod'
import { isDirect } from '../../slack/slack-text.ts'
import { waitSchema } from './wait.ts'

/** Who wrote messages of a thread: people of the own workspace, or of other organisations. */
export const whoseSchema = z.enum(['own', 'others'])

export type Whose = z.output<typeof whoseSchema>

/** What goes to the agent, word for word, if somebody says so. */
type Above = { text: string; count: number }

/** The messages of a thread above one of them. */
export type ThreadAbove = Partial<Record<Whose, Above>>

type Said = { words: string; whose: Whose }

const LEAD: Record<Whose, string> = {
  own: 'From the thread above:',
  others: 'From people outside this workspace in that thread:'
}

/** The latest of them that fit, in their order. */
export function toAbove(said: Said[], whose: Whose, room: number): Above | undefined {
  const lines: string[] = []
  let length = LEAD[whose].length
  for (const { words } of said.filter(message => message.whose === whose).toReversed()) {
    length += 1 + words.length
    if (length > room) break
    lines.unshift(words)
  }
  return lines.length === 0 ? undefined : { text: [LEAD[whose], ...lines].join('\n'), count: lines.length }
}

// The form in which somebody writes an instruction: what is asked, and what it has to remember while it is open.

/** Who hears of what becomes of the instruction. */
export const hearsSchema = z.enum(['channel', 'thread', 'me'])

export type Hears = z.output<typeof hearsSchema>

/** When the instruction goes out. */
export const formWhenSchema = z.enum(['now', 'idle', 'time'])

/** Where it was opened: no channel if that was outside of all. */
export const formPlaceSchema = z.object({
  projectId: z.string(),
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable(),
  /** Of the message that it was opened from, if that is in one. */
  threadTs: z.string().optional(),
  /** The bot is not in that channel, and can tell nobody anything there. */
  isOutside: z.boolean().optional(),
  /** The digests of what is shown of a thread. */
  above: z.partialRecord(whoseSchema, z.string()).optional()
})

export type FormPlace = z.output<typeof formPlaceSchema>

/** What the form is opened with: words that were not sent, and for which job and when, if that is known. */
export const formDraftSchema = z.object({
  words: z.string(),
  jobId: z.string().optional(),
  wait: waitSchema.optional()
})

export type FormDraft = z.output<typeof formDraftSchema>

/** What was filled in. */
export type Filled = {
  jobId: string
  instruction: string
  /** A channel, from a form that was opened outside of all. */
  where: string | undefined
  hears: Hears
  when: z.output<typeof formWhenSchema>
  /** The time that was chosen, if any. */
  atMs: number | undefined
  /** Whose messages above go along. */
  includes: Whose[]
}

type FormField = 'job' | 'instruction' | 'include' | 'when' | 'at' | 'hears' | 'where'

/** Why it was not taken, beside the field that it is about. */
export type FormErrors = Partial<Record<FormField, string>>

type Offer = { inThreads: boolean; directly: boolean }

/**
 * What can be offered; outside of all channels, the form asks for one instead. Of direct messages, the bot is sure to be only in
 * its own with this one person.
 */
export function hearsIn(
  channel: { id: string; isMember: boolean } | undefined,
  { inThreads, directly }: Offer
): Hears[] {
  if (channel === undefined) return []
  if (isDirect(channel.id) || !channel.isMember) return ['me']
  return ['channel', ...(inThreads ? ['thread' as const] : []), ...(directly ? ['me' as const] : [])]
}
