import { isReplaced, mayBeSentAgain } from './decide-watch.ts'
import { type Followup, isHeld } from './followup.ts'
import type { JobWatch } from './job-watch.ts'
import { asItGoesOut } from './order-of-waits.ts'
import type { SeenJob } from './seen.ts'

/** One of a person's own instructions, as the home shows it. */
export type OwnFollowup = { followup: Followup; job: SeenJob; isBehindHeld: boolean; cardUrl: string | undefined }

export type HomeItem = (OwnFollowup & { group: 'decide' | 'running' | 'ended' }) | { group: 'watched'; watch: JobWatch }

const ORDER = ['decide', 'running', 'watched', 'ended'] as const

/** What has ended is shown for a day. */
export const SHOWN_MS = 24 * 3_600_000

/** What somebody has to decide comes first, then what is under way, then what is over. */
export function toHomeItems(own: OwnFollowup[], watches: JobWatch[], nowMs: number): HomeItem[] {
  const items: HomeItem[] = own
    .toSorted((one, other) => asItGoesOut(one.followup, other.followup))
    .flatMap(each => {
      const group = groupOf(each.followup, nowMs)
      return group === undefined ? [] : [{ ...each, group }]
    })
  items.push(...watches.map(watch => ({ group: 'watched' as const, watch })))
  return ORDER.flatMap(group => items.filter(item => item.group === group))
}

function groupOf(followup: Followup, nowMs: number): 'decide' | 'running' | 'ended' | undefined {
  const { progress } = followup
  const atMs = endedAtMs(followup)
  if (progress.state === 'cancelled' || isReplaced(followup)) return undefined
  if (atMs !== undefined && atMs <= nowMs - SHOWN_MS) return undefined
  if (needsDecision(followup)) return 'decide'
  return atMs === undefined ? 'running' : 'ended'
}

/** Held, or in doubt. A closed thread takes no decisions. */
function needsDecision(followup: Followup): boolean {
  if (followup.closedBecause !== null) return false
  return isHeld(followup) || isInDoubt(followup)
}

/** What was left as it is can still be sent again, but nobody is asked any more. */
const isInDoubt = (followup: Followup) => mayBeSentAgain(followup) && followup.progress.left === undefined

/** Undefined while it is under way. */
export function endedAtMs({ progress }: Followup): number | undefined {
  if (progress.state === 'finished') return progress.finishedAtMs
  return progress.state === 'rejected' || progress.state === 'unwatched' || progress.state === 'cancelled'
    ? progress.atMs
    : undefined
}
