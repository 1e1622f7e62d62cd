import { z } from 'zod'
import { isDirect } from '../../slack/is-direct.ts'
import { isSameThread, type ThreadKey, type ThreadPlace } from './followup.ts'

// One job, many threads: what a thread says of instructions that the others sent.

/** An instruction that went out to a job. */
export const sendSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  /** Null: it went ahead of its card. */
  threadTs: z.string().nullable(),
  requesterId: z.string(),
  sentAtMs: z.number(),
  finishedAtMs: z.number().nullable(),
  isUnderWay: z.boolean(),
  /** Every member can read along in its channel, and nobody else. Null: nobody has asked yet, so nothing is said of it. */
  isPublic: z.boolean().nullable()
})

export type Send = z.output<typeof sendSchema>

/** What the readers of a thread may know of them. */
export type Elsewhere = {
  count: number
  /** The channels they came from, as far as those are public, or the readers' own. */
  channelIds: string[]
  /** Some came from where the readers may not be. */
  isHidden: boolean
  /** Without a name if it came from there. */
  last: { by?: string; atMs: number }
}

const RECENT_MS = 24 * 3_600_000

/** All that was sent elsewhere in the last day of the job's instructions, which are given in the order they went out. */
export function sentElsewhere(sends: Send[], here: ThreadKey): Elsewhere | undefined {
  const latestMs = sends.at(-1)?.sentAtMs ?? 0
  return seenFrom(
    sends,
    here,
    sends.filter(send => !isSameThread(here, send) && send.sentAtMs > latestMs - RECENT_MS)
  )
}

/** What was sent elsewhere after this one, until its thread spoke again or read its result. */
export function sentElsewhereSince(sends: Send[], id: string): Elsewhere | undefined {
  const at = sends.findIndex(send => send.id === id)
  const own = sends[at]
  if (own === undefined) return undefined
  const later = sends.slice(at + 1)
  const next = later.findIndex(send => isSameThread(own, send))
  const before = next < 0 ? later : later.slice(0, next)
  return seenFrom(
    sends,
    own,
    before.filter(({ sentAtMs }) => own.finishedAtMs === null || sentAtMs <= own.finishedAtMs)
  )
}

export const lastSentIn = (sends: Send[], here: ThreadKey): Send | undefined =>
  sends.findLast(send => isSameThread(here, send))

/** The threads of a job, first those from which something went out last. */
export function lastHeard<Thread extends ThreadKey>(sends: Send[], threads: Thread[]): Thread[] {
  const place = (thread: Thread) => sends.findLastIndex(send => isSameThread(thread, send))
  return threads.toSorted((one, other) => place(other) - place(one))
}

/** Names are for members only: where others may read along, none is shown. */
function seenFrom(known: Send[], here: ThreadPlace, of: Send[]): Elsewhere | undefined {
  const isAmongMembers =
    isDirect(here.channelId) || known.some(({ channelId, isPublic }) => channelId === here.channelId && isPublic)
  const sends = of.filter(({ isPublic }) => isPublic !== null)
  const last = sends.at(-1)
  if (last === undefined) return undefined
  const mayKnow = ({ isPublic, channelId }: Send) =>
    channelId === here.channelId || (isAmongMembers && isPublic === true)
  return {
    count: sends.length,
    channelIds: [...new Set(sends.filter(mayKnow).map(({ channelId }) => channelId))],
    isHidden: !sends.every(mayKnow),
    last: { ...(mayKnow(last) && { by: last.requesterId }), atMs: last.sentAtMs }
  }
}
