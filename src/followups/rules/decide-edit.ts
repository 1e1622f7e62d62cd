import { isDeepStrictEqual } from 'node:util'
import { cancel } from './decide-send.ts'
import { release, waitInstead } from './decide-wait.ts'
import { type Followup, isIn, waitOf } from './followup.ts'
import type { EditMeaning } from './parse-reply.ts'
import type { Wait } from './wait.ts'

/** What an edit of a reply comes to: the follow-up as it is now, if it changes, and what its author is told. */
export type EditOutcome = {
  next?: Followup | undefined
  tell?: 'in time' | 'correction' | 'too late' | 'cancelled' | 'taken back'
}

/**
 * What was not sent yet goes out with the new words, or not at all, and when they say; what was sent can be corrected by one more
 * instruction.
 */
export function decideEdit(
  followup: Followup,
  meaning: EditMeaning,
  { nowMs, wait }: { nowMs: number; wait?: Wait | undefined }
): EditOutcome {
  const prompt = meaning.kind === 'instruction' ? meaning.prompt : undefined
  const isSame = meaning.kind !== 'another' && 'prompt' in meaning && meaning.prompt === followup.prompt
  if (isIn(followup, 'cancelled')) return prompt === undefined ? {} : { tell: 'taken back' }
  if (isIn(followup, 'accepted', 'waiting', 'held')) {
    if (isSame && isDeepStrictEqual(wait, waitOf(followup))) return {}
    if (prompt === undefined) {
      const next = cancel(followup, followup.requesterId, nowMs)
      return { next, ...(!isTakenBack(meaning) && { tell: 'cancelled' }) }
    }
    // What is held or waits has a notice, which shows the new words.
    const isOnItsWay = isIn(followup, 'accepted') && waitOf(followup) === undefined
    return { next: { ...waitFor(followup, wait, nowMs), prompt }, ...(isOnItsWay && !wait && { tell: 'in time' }) }
  }
  if (isSame) return {}
  if (prompt !== undefined) return { tell: 'correction' }
  return isIn(followup, 'rejected') ? {} : { tell: 'too late' }
}

function waitFor(followup: Followup, wait: Wait | undefined, nowMs: number): Followup {
  if (isDeepStrictEqual(wait, waitOf(followup))) return followup
  const next = wait ? waitInstead(followup, wait) : release(followup, nowMs)
  return { ...next, askedWait: wait ?? null }
}

/** Whoever empties it, or keeps it between people, knows that it will not be sent. */
const isTakenBack = ({ kind }: EditMeaning) => kind === 'empty' || kind === 'aside'
