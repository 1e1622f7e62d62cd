import { bySendTime, type Followup } from './followup.ts'
import type { JobWatch } from './job-watch.ts'
import { isCancelled } from './progress.ts'
import type { SeenJob } from './seen.ts'
import { isReplaced, standingFactsOf } from './standing.ts'

type OwnFollowup = { followup: Followup; job: SeenJob; cardUrl: string | undefined }

export type HomeItem = (OwnFollowup & { group: 'decide' | 'running' | 'ended' }) | { group: 'watched'; watch: JobWatch }

const ORDER = ['decide', 'running', 'watched', 'ended'] as const

/** With two blocks each, and a title for every group, they fit into the hundred that Slack shows. */
export const MOST_SHOWN = 40

export const SHOWN_MS = 24 * 3_600_000

/** What somebody has to decide comes first, then what is under way, then what is over. */
export function toHomeItems(own: OwnFollowup[], watches: JobWatch[], nowMs: number): HomeItem[] {
  const items: HomeItem[] = own
    .toSorted((one, other) => bySendTime(one.followup, other.followup))
    .flatMap(each => {
      const group = groupOf(each.followup, nowMs)
      return group === undefined ? [] : [{ ...each, group }]
    })
  items.push(...watches.map(watch => ({ group: 'watched' as const, watch })))
  return ORDER.flatMap(group => items.filter(item => item.group === group))
}

function groupOf(followup: Followup, nowMs: number): 'decide' | 'running' | 'ended' | undefined {
  const atMs = endedAtMs(followup)
  if (isCancelled(followup.progress) || isReplaced(followup)) return undefined
  if (atMs !== undefined && atMs <= nowMs - SHOWN_MS) return undefined
  const { group } = standingFactsOf(followup)
  return group === 'undecided' ? 'decide' : group === 'done' ? 'ended' : 'running'
}

export const endedAtMs = ({ progress }: Followup): number | undefined =>
  'atMs' in progress ? progress.atMs : undefined
