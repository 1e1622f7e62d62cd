import { cancel } from './decide-send.ts'
import { type Followup, isIn } from './followup.ts'
import type { EditMeaning } from './parse-reply.ts'

/** What an edit of a reply comes to: the follow-up as it is now, if it changes, and what its author is told. */
export type EditOutcome = { next?: Followup | undefined; tell?: 'in time' | 'correction' | 'too late' | 'cancelled' }

/** What was not sent yet goes out with the new words, or not at all; what was sent can be corrected by one more instruction. */
export function decideEdit(followup: Followup, meaning: EditMeaning, nowMs: number): EditOutcome {
  const prompt = meaning.kind === 'instruction' ? meaning.prompt : undefined
  const isSame = meaning.kind !== 'another' && 'prompt' in meaning && meaning.prompt === followup.prompt
  if (isSame || isIn(followup, 'cancelled')) return {}
  if (isIn(followup, 'accepted', 'held')) {
    if (prompt === undefined) {
      const next = cancel(followup, followup.requesterId, nowMs)
      return { next, ...(!isTakenBack(meaning) && { tell: 'cancelled' }) }
    }
    // A held one has a notice, which shows the new words.
    return { next: { ...followup, prompt }, ...(isIn(followup, 'accepted') && { tell: 'in time' }) }
  }
  if (prompt !== undefined) return { tell: 'correction' }
  return isIn(followup, 'rejected') ? {} : { tell: 'too late' }
}

/** Whoever empties it, or keeps it between people, knows that it will not be sent. */
const isTakenBack = ({ kind }: EditMeaning) => kind === 'empty' || kind === 'aside'
