import type { Expected } from './what-people-bring.ts'

/** A follow-up, as its author knows it. */
export type Written = {
  /** Unique, so that each can be counted. */
  prompt: string
  /** Or else the agent is to get these words alone. */
  arrives?: Expected
  by: string
  channel: string
  jobId: string
  atMs: number
  when: When
  /** Until `when`, its author can still undo it. */
  canUndo?: boolean
  /** The message that holds it: what stands in front of it, and what says when. */
  message?: { ts: string; threadTs?: string; lead: string; phrase: string }
  goes: 'to the agent' | 'to people' | 'back to its author'
  deletedAtMs?: number
  /** From then on, it has other words. */
  editedAtMs?: number
  /** It has its words from an edit of this one. */
  insteadOf?: Written
  isSentNow?: boolean
}

/** At once, when the job is idle, or not before this time. */
export type When = 'now' | 'idle' | number

export const NAMES = ['replies', 'undo', 'results', 'job'] as const
export type Named = (typeof NAMES)[number]
/** `message`: its channel and timestamp, if a message said so. */
type Choice = { place: string; name: Named; value: string | undefined; by: string; atMs: number; message?: string }

/** `prompt` is what the button was about. */
type Pressed = { actionId: string; by: string; channel: string; atMs: number; prompt?: string }

/** Somebody wants it sent once more. */
export const isOnceMore = ({ actionId }: Pressed) => actionId === 'send-again' || actionId === 'try-again'

/** Between the look at who speaks and the commit that says it was read. */
const JUST_READ_MS = 5_000

export type Notes = ReturnType<typeof createNotes>

/** What people did on a day: nothing in here was asked of the bot. */
export function createNotes() {
  const written: Written[] = []
  const choices: Choice[] = []
  const pressed: Pressed[] = []
  let downMs = 0
  let count = 0

  return {
    written,
    choices,
    pressed,
    next: () => ++count,
    find: (prompt: string | undefined) => written.find(each => each.prompt === prompt),
    /** What somebody had chosen by then, for a channel, a thread or themselves. */
    chosen: (place: string, name: Named, atMs = Number.POSITIVE_INFINITY): string | undefined =>
      choices.findLast(each => each.place === place && each.name === name && each.atMs <= atMs)?.value,
    /** It was written before a choice of who speaks or which job is meant, and read after it, or the other way round. */
    wasUnsettled: (
      { channel, message, atMs }: Written,
      readAtMs: number,
      choiceReadAtMs = (choice: Choice) => choice.atMs
    ): boolean =>
      choices.some(
        choice =>
          (choice.name === 'replies' || choice.name === 'job') &&
          (choice.place === channel || choice.place === threadScope(channel, message?.threadTs ?? '')) &&
          (choice.atMs < atMs ? choiceReadAtMs(choice) > readAtMs : choice.atMs < readAtMs + JUST_READ_MS)
      ),
    /** From then on, it goes out when they say so. */
    wasAskedForAgain: (prompt: string, byMs = Number.POSITIVE_INFINITY): boolean =>
      pressed.some(each => isOnceMore(each) && each.atMs <= byMs && each.prompt === prompt),
    /** For how long no bot ran. */
    downMs: () => downMs,
    wasDown(ms: number) {
      downMs += ms
    }
  }
}

export const threadScope = (channel: string, threadTs: string) => `${channel}/${threadTs}`

/** Those that have had its message in turn, the latest first. */
export function versionsOf(written: Written): Written[] {
  return [written, ...(written.insteadOf ? versionsOf(written.insteadOf) : [])]
}
