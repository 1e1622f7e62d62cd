import { LIMITS } from '../../slack/limits.ts'
import { takeBack } from './decide-send.ts'
import { withdrawInDoubt } from './decide-watch.ts'
import { type Followup, type In, isIn, isSameThread, isTakenBack, moveTo, waitOf } from './followup.ts'
import { type Wait, waitsUntilMs } from './wait.ts'

// Quick replies of one person that go out as one instruction: the whole, which is made of parts.

/** It waits, or is about to. */
type Waits = Followup & { progress: { wait: Wait } }

type Due = { together: [Waits, ...Waits[]]; untilMs: number }

/**
 * What is due of all that waits for a job, in the order it was written: each on its own, or with those that go with it. What does not
 * fit waits on.
 */
export function whatIsDue(waiting: Waits[], nowMs: number): Due[] {
  const taken = new Set<string>()
  return waiting.flatMap((first, at) => {
    const untilMs = waitsUntilMs(first.progress.wait) ?? Number.POSITIVE_INFINITY
    if (taken.has(first.id) || untilMs > nowMs) return []
    const others = waiting.slice(at + 1).filter(other => !taken.has(other.id) && goWith(first, other, untilMs))
    const fitting = others.slice(0, howManyFit([first, ...others]) - 1)
    for (const { id } of fitting) taken.add(id)
    return [{ together: [first, ...fitting], untilMs }]
  })
}

/** From the first on, which fits on its own. */
function howManyFit(followups: Waits[]): number {
  let length = -'\n'.length
  const tooMuch = followups.findIndex(({ prompt }, at) => {
    length += `\n${numbered(at, prompt)}`.length
    return at > 0 && length > LIMITS.typedText
  })
  return tooMuch === -1 ? followups.length : tooMuch
}

const goWith = (first: Waits, other: Waits, untilMs: number): boolean =>
  isTogether(first) &&
  isTogether(other) &&
  other.requesterId === first.requesterId &&
  other.jobId === first.jobId &&
  isSameThread(other, first) &&
  other.writtenInTs === first.writtenInTs &&
  other.writtenAtMs <= untilMs

const isTogether = ({ progress: { wait } }: Waits) => wait.what === 'undo' && wait.together === true

/** Of all that waits somewhere, in the order it was written: what goes with an earlier one says when that goes. */
export function asTheyGo(followups: Followup[]): Followup[] {
  const all = whatIsDue(followups.filter(isWaiting), Number.POSITIVE_INFINITY)
  const timeOf = new Map(all.flatMap(({ together, untilMs }) => together.map(({ id }) => [id, untilMs] as const)))
  return followups.map(followup => {
    const atMs = timeOf.get(followup.id)
    if (atMs === undefined || waitOf(followup)?.what !== 'undo' || !isIn(followup, 'accepted', 'waiting'))
      return followup
    return { ...followup, progress: { ...followup.progress, wait: { what: 'undo', atMs } } }
  })
}

const isWaiting = (followup: Followup): followup is Waits => waitOf(followup) !== undefined

/** Numbered, with every further line below the first one's words. One alone stays as it is. */
export function asOne(parts: Pick<Followup, 'prompt'>[]): string {
  const [first, ...more] = parts.map(({ prompt }) => prompt)
  if (first === undefined || more.length === 0) return first ?? ''
  return [first, ...more].map((prompt, at) => numbered(at, prompt)).join('\n')
}

function numbered(at: number, prompt: string): string {
  const number = `${at + 1}. `
  return number + prompt.replace(/\n(?=.)/g, `\n${' '.repeat(number.length)}`)
}

const toParts = (parts: Followup[]) => parts.flatMap(({ id, replyTs: ts }) => (ts === null ? [] : [{ id, ts }]))

/** What the whole says and brings, as its parts are. */
export const madeOf = (parts: Followup[]) => ({
  prompt: asOne(parts),
  fileCount: parts.reduce((sum, { fileCount }) => sum + fileCount, 0),
  parts: toParts(parts)
})

export const join = (part: Followup, into: string, atMs: number): In<'joined'> =>
  moveTo<'joined'>(part, { state: 'joined', into, atMs })

/** Its author takes it back. Where the whole may have been sent, it does not go out again. Undefined: the whole was sent. */
export function takeOut(part: In<'joined'>, whole: Pick<Followup, 'progress' | 'requesterId'>, nowMs: number) {
  const { progress } = whole
  const isCancelled = progress.state === 'cancelled' && !isTakenBack(whole)
  if (progress.state === 'accepted' || progress.state === 'held' || isCancelled)
    return moveTo<'cancelled'>(part, { state: 'cancelled', atMs: nowMs })
  const isInDoubt = 'delivery' in progress && progress.delivery === 'maybe'
  return progress.state === 'sending' || isInDoubt ? correctPart(part, part.requesterId, nowMs) : undefined
}

/** Its words do not go out again: the new ones go on their own, if there are any. */
export const correctPart = (part: In<'joined'>, by: string, atMs: number): In<'joined'> =>
  moveTo<'joined'>(part, { ...part.progress, corrected: { by, atMs } })

/** Some of it was changed or taken back, which counts as long as it was not surely sent: `left` are its parts by now. */
export function joinAnew(whole: Followup, left: Followup[], nowMs: number): Followup | undefined {
  if (left.length === 0 && isIn(whole, 'watching', 'unwatched')) return withdrawInDoubt(whole, nowMs)
  if (!isIn(whole, 'accepted', 'held', 'cancelled')) return undefined
  if (left.length === 0) return takeBack(whole, nowMs)
  return { ...whole, ...madeOf(left) }
}
