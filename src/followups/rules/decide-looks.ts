import type { AgentJob } from '../../agent/agent-job.ts'
import { decideLateLink, decideUnproven, finish, type Look, type Moment } from './decide-watch.ts'
import { type Ahead, isAtWork, type Place, weigh } from './evidence.ts'
import { type Followup, type In, isIn, isSameThread } from './followup.ts'
import { lateOf, type SeenBefore } from './late-of.ts'

/** An instruction that is no longer watched may still be worked on for this long after its send. */
export const WORK_EXPECTED_MS = 30 * 60_000

/** What a look at the job can tell about: watched, no longer watched but perhaps still worked on, or told without a link. */
export type InPlay = In<'watching'> | In<'unwatched'> | In<'finished'>

export const isInPlay = (followup: Followup): followup is InPlay => isIn(followup, 'watching', 'unwatched', 'finished')

/** A result that lacked no link is over, and so is what was left alone long ago. */
export function isStillInPlay(followup: Followup, nowMs: number): followup is InPlay {
  if (isIn(followup, 'finished')) return followup.progress.linkUntilMs !== undefined
  if (isIn(followup, 'unwatched')) return followup.progress.sentAtMs > nowMs - WORK_EXPECTED_MS
  return isIn(followup, 'watching')
}

export type Looked = Look & { before: InPlay }

/** `lastSent` may still be in flight, or no longer in play. */
type Sight = Moment & {
  job: AgentJob
  isLastCall?: boolean
  lastSent?: { id: string; atMs: number } | undefined
  seenBefore?: SeenBefore
}

/** One look at a job, for all its instructions in the order they were sent. */
export function decideLooks(inPlay: InPlay[], sight: Sight): Looked[] {
  const { job, nowMs, lastSent } = sight
  const looks: Looked[] = []
  let isFirst = true
  let endedAhead: Place['endedAhead']
  for (const [at, before] of inPlay.entries()) {
    const later = inPlay.slice(at + 1)
    if (isIn(before, 'finished')) {
      const isOthers = isAtWork(job) || (lastSent?.atMs ?? 0) >= before.progress.finishedAtMs
      looks.push({ before, ...decideLateLink(before, job, isOthers, nowMs) })
      continue
    }
    const place: Place = {
      isSure: before.progress.delivery === 'sure',
      isFirst,
      endedAhead,
      isOvertaken: later.some(({ progress }) => 'evidence' in progress && progress.evidence.turn === 'own'),
      isLast: later.length === 0 && (lastSent === undefined || lastSent.id === before.id),
      isLastCall: sight.isLastCall ?? false
    }
    const { evidence, end, againInMs } = weigh(before.progress.evidence, job, nowMs, place)
    if (evidence.turn !== 'over') isFirst = false
    else if (before.progress.evidence.turn !== 'over')
      endedAhead = end && isIn(before, 'watching') ? 'told' : (endedAhead ?? 'untold')
    looks.push({ before, ...decideOne(before, { evidence, end, againInMs }, sight) })
  }
  return nameMessages(looks)
}

type Found = ReturnType<typeof weigh> & { end: AgentJob | undefined; againInMs: number | undefined }

function decideOne(before: In<'watching' | 'unwatched'>, { evidence, end, againInMs }: Found, sight: Sight): Look {
  const { progress } = before
  if (progress.state === 'unwatched') {
    return { next: { ...before, progress: { ...progress, evidence } }, againInMs: undefined }
  }
  const { late: _, ...known } = progress
  const late = lateOf(progress, Boolean(end ?? evidence.end), sight)
  const weighed = { ...before, progress: { ...known, evidence, ...late } }
  if (end) return finish(weighed, evidence, end, sight.nowMs)
  // Its end is being confirmed, however long it has been watched.
  if (againInMs !== undefined) return { next: weighed, againInMs }
  return decideUnproven(weighed, sight.job, sight)
}

/** Follow-ups of one thread that are told the same with this look share one message. */
function nameMessages(looks: Looked[]): Looked[] {
  return looks.map(look => {
    const first = looks.find(other => isToldWith(other, look)) ?? look
    const { before, next } = look
    if (first === look || !isIn(next, 'watching') || next.progress.told === undefined) return look
    const told = { ...next.progress.told, in: first.before.id }
    return { ...look, before, next: { ...next, progress: { ...next.progress, told } } }
  })
}

function isToldWith(one: Looked, other: Looked): boolean {
  const [kind, otherKind] = [newlyTold(one), newlyTold(other)]
  return kind !== undefined && kind === otherKind && isSameThread(one.next, other.next)
}

function newlyTold({ before, next }: Looked): string | undefined {
  if (!isIn(next, 'watching') || ('told' in before.progress && before.progress.told)) return undefined
  return next.progress.told?.kind
}

/** What the next send has to know about those before it. */
export function toAhead(inPlay: InPlay[]): Ahead[] {
  return inPlay.flatMap(({ progress }): Ahead[] => {
    if (progress.state === 'finished') return ['link expected']
    if (progress.evidence.turn === 'over') return ['link expected']
    const { state, delivery, told, evidence } = progress
    // The work before may have been its own too: the answer to the next send then tells whose work comes now.
    const isPerhapsDone = evidence.turn === 'own' && evidence.afterWork
    const isExpected = state === 'watching' && delivery === 'sure' && told === undefined && !isPerhapsDone
    return [isExpected ? 'work expected' : 'work not expected']
  })
}
