import { cancel, takeBack } from './decide-send.ts'
import { release, waitInstead } from './decide-wait.ts'
import type { TimedMeaning } from './edit-meaning.ts'
import { type Followup, type In, isIn, waitOf } from './followup.ts'
import type { WhenProblem } from './parse-when.ts'
import { isSameWait, type Wait } from './wait.ts'

/** What an edit of a reply comes to: the follow-up as it is now, if it changes, and what its author is told. */
export type EditOutcome = { next?: Followup | undefined; news?: EditNews | undefined }

export type EditNews =
  | { kind: 'in time' }
  /** `newWords` can be sent as a new message. */
  | { kind: 'cancelled'; newWords?: string }
  | { kind: 'no such time'; problem: WhenProblem; written: string; isOff: boolean }
  | { kind: 'correction'; prompt: string; wait: Wait | undefined }
  | { kind: 'too late' }
  /** `words` are what the message says by now. */
  | { kind: 'taken back'; words: string }
  /** It was never delivered, and what it says now is not for its job. `newWords`, if any, can be sent as a new message. */
  | { kind: 'still not sent'; newWords: string }

type Unsent = In<'accepted' | 'waiting' | 'held'>

/** It has not gone out, so an edit changes what does, and when. */
export const mayBeChanged = (followup: Followup): followup is Unsent => isIn(followup, 'accepted', 'waiting', 'held')

/** It was called off by this edit, and Slack may not have taken what its author was to be told. */
const isOffBy = (followup: Followup, editedTs: string) =>
  isIn(followup, 'cancelled') && followup.progress.editedTs === editedTs

/** Its job is not the only one that it can still be sent to. */
export const mayNameOther = (followup: Followup) => mayBeChanged(followup) || isIn(followup, 'cancelled')

type Moment = { nowMs: number; editedTs: string }

export function decideEdit(followup: Followup, meaning: TimedMeaning, moment: Moment): EditOutcome {
  if (mayBeChanged(followup)) return editUnsent(followup, meaning, moment)
  if (isOffBy(followup, moment.editedTs) && meaning.kind !== 'instruction') return { news: newsOfOff(meaning) }
  return { next: editCancelled(followup, meaning, moment.nowMs), news: editGone(followup, meaning) }
}

/** What was not sent yet goes out with the new words, and when they say; or not at all. */
function editUnsent(followup: Unsent, meaning: TimedMeaning, { nowMs, editedTs }: Moment): EditOutcome {
  if (meaning.kind === 'instruction') return take(followup, meaning, nowMs)
  const isChatter = meaning.kind === 'chatter' || meaning.kind === 'stop'
  if (isChatter && saysTheSame(followup, meaning)) return {}
  const isGivenBack = meaning.kind === 'no such time'
  // Unless it would go out in a moment, what was written before still does.
  if (isGivenBack && waitOf(followup)?.what !== 'undo') return { news: { ...meaning, isOff: false } }
  const how = { by: followup.requesterId, editedTs, ...(isGivenBack && { givenBack: true as const }) }
  return { next: cancel(followup, how, nowMs), news: newsOfOff(meaning) }
}

function newsOfOff(meaning: Exclude<TimedMeaning, { kind: 'instruction' }>): EditNews | undefined {
  switch (meaning.kind) {
    // Whoever empties it, or keeps it between people, knows that it will not be sent.
    case 'empty':
    case 'aside':
      return undefined
    case 'chatter':
    case 'stop':
    case 'word':
      return { kind: 'cancelled' }
    case 'too long':
      return { kind: 'cancelled', newWords: '' }
    case 'another':
    case 'for either':
      return { kind: 'cancelled', newWords: meaning.prompt }
    case 'no such time':
      return { ...meaning, isOff: true }
  }
}

/** What somebody else has cancelled is taken back as well by its author, who empties it or keeps it between people. */
function editCancelled(followup: Followup, { kind }: TimedMeaning, nowMs: number): Followup | undefined {
  const isNothing = kind === 'empty' || kind === 'aside'
  return isNothing && isIn(followup, 'cancelled') ? takeBack(followup, nowMs) : undefined
}

/** What was sent can be corrected by one more instruction, and what was taken back can be sent after all, if its author says so. */
function editGone(followup: Followup, meaning: TimedMeaning): EditNews | undefined {
  const isSame = saysTheSame(followup, meaning)
  const isMeant = isSame || meaning.kind === 'instruction' || meaning.kind === 'no such time'
  if (isIn(followup, 'cancelled'))
    return isMeant ? { kind: 'taken back', words: wordsNow(followup, meaning) } : undefined
  if (isSame) return undefined
  if (meaning.kind === 'instruction') return { kind: 'correction', prompt: meaning.prompt, wait: meaning.wait }
  if (meaning.kind === 'no such time') return { ...meaning, isOff: false }
  return isIn(followup, 'rejected') ? editRejected(meaning) : { kind: 'too late' }
}

const wordsNow = ({ prompt }: Followup, meaning: TimedMeaning) =>
  meaning.kind === 'no such time' ? meaning.written : meaning.kind === 'instruction' ? meaning.prompt : prompt

/** Its author may have mended the id of a job that is not there. Whoever empties it, or only says thanks, expects nothing. */
function editRejected(meaning: TimedMeaning): EditNews | undefined {
  if (meaning.kind === 'another' || meaning.kind === 'for either')
    return { kind: 'still not sent', newWords: meaning.prompt }
  const isForSomebody = meaning.kind === 'word' || meaning.kind === 'too long'
  return isForSomebody ? { kind: 'still not sent', newWords: '' } : undefined
}

/** Thanks and the like, too: its author may have sent that after all. */
function saysTheSame({ prompt }: Followup, meaning: TimedMeaning): boolean {
  const mayBeSent = meaning.kind === 'instruction' || meaning.kind === 'chatter' || meaning.kind === 'stop'
  return mayBeSent && meaning.prompt === prompt
}

function take(followup: Unsent, meaning: TimedMeaning & { kind: 'instruction' }, nowMs: number): EditOutcome {
  const { prompt, wait, saidAtMs = followup.saidAtMs } = meaning
  const isSameTime = isSameWait(wait, waitOf(followup))
  if (isSameTime && prompt === followup.prompt) return {}
  // What waits or is held has a notice, which shows the new words.
  const isLeaving = isIn(followup, 'accepted') && waitOf(followup) === undefined && wait === undefined
  const next = isSameTime ? followup : waitFor(followup, wait, nowMs)
  return { next: { ...next, prompt, saidAtMs }, news: isLeaving ? { kind: 'in time' } : undefined }
}

function waitFor(followup: Followup, wait: Wait | undefined, nowMs: number): Followup {
  const next = wait ? waitInstead(followup, wait) : release(followup, nowMs)
  return { ...next, askedWait: wait ?? null }
}
