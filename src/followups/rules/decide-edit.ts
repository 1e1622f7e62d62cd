import { cancel } from './decide-send.ts'
import { release, waitInstead } from './decide-wait.ts'
import type { EditMeaning } from './edit-meaning.ts'
import { type Followup, isIn, waitOf } from './followup.ts'
import { isSameWait, type Wait } from './wait.ts'

/** What an edit of a reply comes to: the follow-up as it is now, if it changes, and what its author is told. */
export type EditOutcome = { next?: Followup | undefined; news?: EditNews | undefined }

export type EditNews =
  | 'in time'
  | 'cancelled'
  | 'which of two'
  | 'no such time'
  | 'correction'
  | 'too late'
  | 'taken back'

type Stage = 'leaving' | 'undoable' | 'waiting' | 'sent' | 'rejected' | 'cancelled'
type Meant = 'new words' | 'new time' | 'as before' | 'nothing' | 'not for the agent' | 'for either' | 'no such time'
type Decision = { act?: 'take' | 'cancel'; news?: EditNews }

const TAKE: Decision = { act: 'take' }
const CANCEL: Decision = { act: 'cancel' }
const LEAVE: Decision = {}

// What waits or is held has a notice, which shows the new words.
const WAITING: Record<Meant, Decision> = {
  'new words': TAKE,
  'new time': TAKE,
  'as before': LEAVE,
  nothing: CANCEL,
  'not for the agent': { ...CANCEL, news: 'cancelled' },
  'for either': { ...CANCEL, news: 'which of two' },
  'no such time': { ...LEAVE, news: 'no such time' }
}

/**
 * What was not sent yet goes out with the new words, or not at all, and when they say; what was sent can be corrected by one more
 * instruction, for which no time is read.
 */
const DECISIONS: Record<Stage, Record<Meant, Decision>> = {
  leaving: { ...WAITING, 'new words': { ...TAKE, news: 'in time' } },
  // It would go out in a moment, and its author wants it to go out later.
  undoable: { ...WAITING, 'no such time': { ...CANCEL, news: 'no such time' } },
  waiting: WAITING,
  sent: {
    'new words': { news: 'correction' },
    'new time': { news: 'correction' },
    'as before': LEAVE,
    nothing: { news: 'too late' },
    'not for the agent': { news: 'too late' },
    'for either': { news: 'too late' },
    'no such time': { news: 'correction' }
  },
  rejected: {
    'new words': { news: 'correction' },
    'new time': { news: 'correction' },
    'as before': LEAVE,
    nothing: LEAVE,
    'not for the agent': LEAVE,
    'for either': LEAVE,
    'no such time': { news: 'correction' }
  },
  cancelled: {
    'new words': { news: 'taken back' },
    'new time': { news: 'taken back' },
    'as before': { news: 'taken back' },
    nothing: LEAVE,
    'not for the agent': LEAVE,
    'for either': LEAVE,
    'no such time': { news: 'taken back' }
  }
}

export function decideEdit(followup: Followup, meaning: EditMeaning, nowMs: number): EditOutcome {
  const { act, news } = DECISIONS[stageOf(followup)][meantBy(meaning, followup)]
  if (act === 'cancel') return { next: cancel(followup, { by: followup.requesterId }, nowMs), news }
  if (act === undefined || meaning.kind !== 'instruction') return { news }
  const { prompt, wait, saidAtMs = followup.saidAtMs } = meaning
  return { next: { ...waitFor(followup, wait, nowMs), prompt, saidAtMs }, news }
}

/** It has not gone out, so an edit changes what does, and when. */
export const mayBeChanged = (followup: Followup): boolean => isIn(followup, 'accepted', 'waiting', 'held')

function stageOf(followup: Followup): Stage {
  if (isIn(followup, 'cancelled')) return 'cancelled'
  if (isIn(followup, 'rejected')) return 'rejected'
  if (!mayBeChanged(followup)) return 'sent'
  const wait = waitOf(followup)
  if (wait?.what === 'undo') return 'undoable'
  return isIn(followup, 'accepted') && wait === undefined ? 'leaving' : 'waiting'
}

function meantBy(meaning: EditMeaning, followup: Followup): Meant {
  switch (meaning.kind) {
    case 'instruction': {
      const isSameTime = !mayBeChanged(followup) || isSameWait(meaning.wait, waitOf(followup))
      if (isSameTime && meaning.prompt === followup.prompt) return 'as before'
      return meaning.wait ? 'new time' : 'new words'
    }
    // Whoever empties it, or keeps it between people, knows that it will not be sent.
    case 'empty':
    case 'aside':
      return 'nothing'
    // Its author may have sent that after all.
    case 'chatter':
    case 'stop':
      return meaning.prompt === followup.prompt ? 'as before' : 'not for the agent'
    case 'word':
    case 'too long':
    case 'another':
      return 'not for the agent'
    case 'for either':
    case 'no such time':
      return meaning.kind
  }
}

function waitFor(followup: Followup, wait: Wait | undefined, nowMs: number): Followup {
  if (isSameWait(wait, waitOf(followup))) return followup
  const next = wait ? waitInstead(followup, wait) : release(followup, nowMs)
  return { ...next, askedWait: wait ?? null }
}
