import type { AgentJob } from '../../agent/agent-job.ts'
import type { Looked } from './decide-looks.ts'
import { isAtWork } from './evidence.ts'
import { type Followup, type In, isIn, isSameThread, moveTo } from './followup.ts'
import type { UsualTime } from './usual-time.ts'

const TIMES_USUAL = 3
const LEAST_MS = 15 * 60_000

/** From then on, work takes much longer than usual. */
export const stallsAfterMs = ({ mostMs }: UsualTime): number => Math.max(TIMES_USUAL * mostMs, LEAST_MS)

type Sight = { job: AgentJob; nowMs: number; usual: UsualTime | undefined }

/**
 * What this look still finds at work, though it has taken much longer than usual: people are asked, once, whether to go on watching
 * it. Instructions of one thread share the question, and while one of them is asked about, no other is.
 */
export function decideStalls(looks: Looked[], { job, nowMs, usual }: Sight): Looked[] {
  if (usual === undefined || !isAtWork(job)) return looks
  const late = looks
    .map(({ next }) => next)
    .filter(mayStall)
    .filter(next => nowMs - workSinceMs(next) >= stallsAfterMs(usual))
    .filter(next => !looks.some(({ before }) => isAskedAbout(before) && isSameThread(before, next)))
  return looks.map(look => {
    const stalled = late.find(({ id }) => id === look.before.id)
    if (stalled === undefined) return look
    const { id } = late.find(other => isSameThread(other, stalled)) ?? stalled
    const question = { atMs: nowMs, in: id, afterMs: nowMs - workSinceMs(stalled), usual }
    return { ...look, next: moveTo<'watching'>(stalled, { ...stalled.progress, stalled: question }) }
  })
}

/** Whoever had it watched again knows how long it takes. */
function mayStall(followup: Followup): followup is In<'watching'> {
  if (!isIn(followup, 'watching')) return false
  const { delivery, evidence, told, stalled, resumed } = followup.progress
  return delivery === 'sure' && evidence.turn !== 'over' && !(told ?? stalled ?? resumed)
}

const workSinceMs = ({ progress: { evidence, sentAtMs } }: In<'watching'>) => evidence.workSinceMs ?? sentAtMs

const isAskedAbout = (followup: Followup) => isIn(followup, 'watching') && followup.progress.stalled !== undefined

/** Somebody wants to go on watching. Undefined: nobody is asked any more. */
export function keepOn(followup: Followup, by: string, nowMs: number): In<'watching'> | undefined {
  if (!isIn(followup, 'watching')) return undefined
  const { stalled, ...progress } = followup.progress
  if (stalled === undefined || stalled.kept) return undefined
  return moveTo<'watching'>(followup, { ...progress, stalled: { ...stalled, kept: { by, atMs: nowMs } } })
}
