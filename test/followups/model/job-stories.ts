import fc from 'fast-check'
import { expect } from 'vitest'
import { createJobBook } from '../../../sandbox/agent/job-book.ts'
import type { JobLife } from '../../../sandbox/agent/stand-in-job.ts'
import { decideAfterCrash, decideAfterSend, startSending } from '../../../src/followups/model/decide-send.ts'
import { decideLooks, type InPlay, toAhead, WORK_EXPECTED_MS } from '../../../src/followups/model/decide-watch.ts'
import { type Followup, type In, isFinished, isIn, isSent } from '../../../src/followups/model/followup.ts'
import { followupIn, NOW, TURN } from '../a-followup.ts'

const S = 1_000
const MINUTE = 60 * S
const JOB = 'job_8f2'
/** The number of what somebody asked for elsewhere. */
const OTHERS = 0

const life: fc.Arbitrary<JobLife> = fc.record({
  worksMs: fc.constantFrom(S, 3 * S, 20 * S, 100 * S, 5 * MINUTE),
  startsLateMs: fc.constantFrom(0, 0, 20 * S, 150 * S),
  staleMs: fc.constantFrom(0, 0, 30 * S, 60 * S),
  linkLateMs: fc.constantFrom(0, 0, 20 * S, 2 * MINUTE),
  ends: fc.constantFrom('completed', 'completed', 'failed'),
  pullRequest: fc.constantFrom(true, false, 'same'),
  keepsOldLink: fc.boolean(),
  whileActive: fc.constantFrom('restart', 'queue', 'merge'),
  omitStatus: fc.constantFrom<JobLife['omitStatus'][]>(false, false, 'send')
})
const act = fc.record({
  does: fc.constantFrom(
    ...(['send', 'send', 'send', 'send slowly', 'die while sending'] as const),
    ...(['lose the answer', 'lose the send', 'ask'] as const)
  ),
  takesMs: fc.constantFrom(0, 0, S, 2 * S),
  thenWaitsMs: fc.constantFrom(0, S, 8 * S, 30 * S, 2 * MINUTE, 10 * MINUTE, 40 * MINUTE)
})
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** One job and its follow-ups, by the rules alone, against a stand-in that knows when each was really worked on. */
function startStory(jobLife: JobLife, isUnderWay: boolean) {
  let nowMs = NOW
  let all: Followup[] = []
  let dueMs = Number.POSITIVE_INFINITY
  const book = createJobBook(() => nowMs)
  book.add({ id: JOB, status: 'completed', prLink: 'https://example.com/pull/0', life: jobLife })
  // Had it begun only later, nobody could tell it from a run for what may have arrived.
  if (isUnderWay && !jobLife.startsLateMs && !jobLife.staleMs) book.takeMessage(JOB, OTHERS)
  const broken: string[] = []
  let toldUntilMs = NOW - 1
  let watchedThen = new Set<string>()
  /** A look saw a run whose end has not been told. */
  let isOwed = false

  const inPlay = (): InPlay[] =>
    all.filter(isSent).filter(({ progress }) => {
      if ('resultId' in progress) return progress.openUntilMs !== undefined
      if (progress.state === 'watching') return true
      return progress.sentAtMs > nowMs - WORK_EXPECTED_MS
    })
  function lastSent() {
    const last = all.at(-1)
    if (last && isIn(last, 'sending')) return { id: last.id, atMs: last.progress.sinceMs }
    return last && 'sentAtMs' in last.progress ? { id: last.id, atMs: last.progress.sentAtMs } : undefined
  }
  const replace = (before: Followup, next: Followup) => {
    all = all.map(followup => (followup === before ? next : followup))
  }

  function look(isLastCall = false) {
    const job = book.read(JOB)
    const looked = decideLooks(inPlay(), { job, nowMs, random: 0.5, isLastCall, lastSent: lastSent() })
    const ended = looked.flatMap(({ before, next }) =>
      isIn(before, 'watching') && isFinished(next) ? [{ before, next }] : []
    )
    for (const { before, next } of ended)
      if (!hasWorked(before)) broken.push(`${next.id} was told as done, and no run had ended`)
    if (new Set(ended.map(({ next }) => next.progress.resultId)).size > 1)
      broken.push(`one run in several results at ${nowMs}`)
    if (ended.length > 0) {
      // One whose send was still in flight, then or when the job was seen at work, could not be told with the others.
      const wereThere = ended.every(
        ({ before }) => watchedThen.has(before.id) && before.progress.evidence.worked !== 'answered'
      )
      if (wereThere && !workEnds().some(atMs => atMs > toldUntilMs && atMs <= nowMs))
        broken.push(`one run told twice at ${nowMs}`)
      toldUntilMs = Math.min(...ended.map(({ next }) => next.progress.endedAtMs ?? next.progress.atMs))
      watchedThen = new Set(all.filter(followup => !isIn(followup, 'sending')).map(({ id }) => id))
      isOwed = false
    }
    const lastTold = looked.findLastIndex(
      ({ before, next }) => isIn(before, 'watching') && isFinished(next) && before.progress.delivery === 'sure'
    )
    for (const { next } of looked.slice(0, Math.max(lastTold, 0)))
      if (isIn(next, 'watching') && next.progress.delivery === 'sure' && !next.progress.earlier)
        broken.push(`${next.id} was left out at ${nowMs}`)
    for (const { before, next } of looked) replace(before, next)
    if (
      job.status === 'active' &&
      inPlay().some(({ progress }) => progress.state === 'watching' && progress.delivery === 'sure')
    )
      isOwed = true
    const againInMs = looked.map(({ againInMs }) => againInMs ?? Number.POSITIVE_INFINITY)
    dueMs = nowMs + Math.min(Number.POSITIVE_INFINITY, ...againInMs)
    return job
  }

  const endsAtMs = (number: number) => book.workEnd(JOB, number).workEndsAtMs ?? Number.POSITIVE_INFINITY
  const workEnds = () => [OTHERS, ...all.map(({ id }) => Number(id))].map(endsAtMs)
  const isWorkedOn = ({ id }: Followup) => endsAtMs(Number(id)) <= nowMs

  /** A run that went on after its send has ended; of what may not have arrived, the one that really worked on it. */
  function hasWorked(followup: In<'watching'>): boolean {
    const { delivery, sentAtMs } = followup.progress
    return delivery === 'maybe' ? isWorkedOn(followup) : workEnds().some(atMs => atMs > sentAtMs && atMs <= nowMs)
  }

  /** The message arrives a moment after the job was read. */
  function send(how: Exclude<Act['does'], 'ask'>, takesMs: number) {
    const before = look(true)
    nowMs += takesMs
    const id = all.length + 1
    const sending = startSending(followupIn(TURN, { id: `${id}` }), 'task', before, nowMs, toAhead(inPlay()))
    all.push(sending)
    if (how !== 'lose the send') book.takeMessage(JOB, id)
    const answer = { kind: 'accepted', job: book.read(JOB, 'send') } as const
    if (how === 'send slowly' || how === 'die while sending') wait(20 * S)
    const isKnown = how === 'send' || how === 'send slowly'
    const moment = { nowMs, random: 0.5 }
    replace(sending, isKnown ? decideAfterSend(sending, answer, nowMs, moment) : decideAfterCrash(sending))
    dueMs = nowMs + 5 * S
  }

  function wait(ms: number) {
    const untilMs = nowMs + ms
    while (dueMs <= untilMs) {
      nowMs = Math.max(dueMs, nowMs)
      look()
    }
    nowMs = untilMs
  }

  return {
    broken,
    all: () => all,
    isWorkedOn,
    isOwed: () => isOwed && book.read(JOB).status !== 'active',
    act({ does, takesMs, thenWaitsMs }: Act) {
      if (does === 'ask') look()
      else send(does, takesMs)
      wait(thenWaitsMs)
    },
    end: () => wait(3 * 60 * MINUTE)
  }
}

type Example = [life: JobLife, acts: Act[], isUnderWay?: boolean]

/** That many random stories, and those given, end as they really ended. */
export function expectTheTruth(numRuns: number, examples: Example[]): void {
  fc.assert(
    fc.property(life, fc.array(act, { minLength: 1, maxLength: 8 }), fc.boolean(), (jobLife, acts, isUnderWay) => {
      const story = startStory(jobLife, isUnderWay)
      for (const each of acts) story.act(each)
      story.end()
      const untold = story
        .all()
        .filter(
          ({ progress }) => progress.state === 'watching' || (progress.state === 'ended' && progress.how === 'no work')
        )
        .filter(
          followup => !('toldAtMs' in followup.progress && followup.progress.toldAtMs) && story.isWorkedOn(followup)
        )
      expect(story.broken).toEqual([])
      expect(untold.map(({ id }) => id)).toEqual([])
      expect(story.isOwed()).toBe(false)
    }),
    { numRuns, examples: examples.map(([jobLife, acts, isUnderWay = false]) => [jobLife, acts, isUnderWay]) }
  )
}
