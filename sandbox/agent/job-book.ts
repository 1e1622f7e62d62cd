import { z } from 'zod'
import {
  endWork,
  type JobMoment,
  lastLink,
  linkAfter,
  momentAt,
  momentsDuring,
  nextChangeAtMs,
  planWork,
  replan,
  timelineAfterMessage
} from './job-timeline.ts'
import {
  type AgentJob,
  type JobPatch,
  jobPatchSchema,
  type NewJob,
  newJobSchema,
  type StandInJob,
  toAgentJob,
  toStandInJob
} from './stand-in-job.ts'

export const finishOptionsSchema = z.strictObject({ prLink: z.string().nullable().optional() })
export type FinishOptions = z.infer<typeof finishOptionsSchema>
export type JobSummary = {
  job: AgentJob
  life: StandInJob['life']
  nextChangeAtMs: number | null
  /** Of its latest result: the record itself shows none while it works. */
  lastLink: string | null
}
export type JobBook = ReturnType<typeof createJobBook>

/** Every job the service knows, and what has been done to it. */
export function createJobBook(now: () => number) {
  const jobs = new Map<string, StandInJob>()
  let links = 0

  const find = (id: string, purpose: string): StandInJob => {
    const job = jobs.get(id)
    if (!job) throw new Error(`Cannot ${purpose} job '${id}': the jobs are ${[...jobs.keys()].join(', ') || 'none'}`)
    return job
  }
  const newLink = (job: StandInJob): string => {
    links += 1
    return `${job.repository ?? 'https://github.com/example/unknown'}/pull/${links}`
  }
  const show = (job: StandInJob, change: Partial<JobMoment>): void => {
    const at = now()
    if (change.status !== undefined && change.status !== 'active') job.work = endWork(job.work, at)
    job.timeline = replan(job.timeline, at, [{ ...momentAt(job.timeline, at), ...change, fromMs: at }])
  }

  return {
    add(input: NewJob): void {
      const parsed = newJobSchema.parse(input)
      if (jobs.has(parsed.id)) throw new Error(`Cannot add job '${parsed.id}': it already exists`)
      jobs.set(parsed.id, toStandInJob(parsed, now()))
    },

    has: (id: string): boolean => jobs.has(id),

    read: (id: string, asked: 'send' | 'read' = 'read'): AgentJob => toAgentJob(find(id, 'show'), now(), asked),

    list: (): JobSummary[] =>
      [...jobs.values()].map(job => ({
        job: toAgentJob(job, now(), 'read'),
        life: job.life,
        nextChangeAtMs: nextChangeAtMs(job.timeline, now()),
        lastLink: lastLink(job.timeline, now())
      })),

    takeMessage(id: string, seq: number): void {
      const job = find(id, 'send to')
      const { timeline, life } = job
      const { work, planned, how } = planWork(job.work, { seq, life, now: now() })
      job.work = work
      if (how === 'merged') return
      job.timeline = timelineAfterMessage({
        timeline,
        life,
        now: now(),
        work: planned,
        keepsPlans: how === 'after the rest',
        newLink: () => newLink(job)
      })
    },

    /** What its record showed during that millisecond, in this order. */
    statusesDuring: (id: string, atMs: number): string[] =>
      momentsDuring(find(id, 'look at').timeline, atMs).map(({ status }) => status),

    /** When the work on a message ended or will end, and what the record showed then; null: never. */
    workEnd(id: string, seq: number): { workEndsAtMs: number | null; endsAs: string[] } {
      const { work, timeline } = find(id, 'look at')
      const { endsAtMs = Number.POSITIVE_INFINITY } = work.find(each => each.seq === seq) ?? {}
      if (!Number.isFinite(endsAtMs)) return { workEndsAtMs: null, endsAs: [] }
      return { workEndsAtMs: endsAtMs, endsAs: momentsDuring(timeline, endsAtMs).map(({ status }) => status) }
    },

    finish(id: string, options: FinishOptions = {}): void {
      const job = find(id, 'finish')
      const { life, timeline } = job
      const planned = () =>
        linkAfter({ life, ends: 'completed', oldLink: lastLink(timeline, now()), newLink: () => newLink(job) })
      const prLink = options.prLink === undefined ? planned() : options.prLink
      const completed = { status: 'completed', archivedAt: null }
      show(job, { ...completed, prLink })
    },

    fail: (id: string): void => show(find(id, 'fail'), { status: 'failed', archivedAt: null }),

    archive: (id: string): void =>
      show(find(id, 'archive'), { status: 'archived', archivedAt: new Date(now()).toISOString() }),

    set(id: string, patch: JobPatch): void {
      const job = find(id, 'change')
      const { status, prLink, archivedAt, ...facts } = jobPatchSchema.parse(patch)
      Object.assign(job, withoutUndefined(facts))
      const shown = withoutUndefined({ status, prLink, archivedAt })
      if (Object.keys(shown).length > 0) show(job, shown)
    }
  }
}

function withoutUndefined<T extends object>(input: T): Partial<T> {
  const kept: Partial<T> = { ...input }
  for (const key of Object.keys(kept)) if (Reflect.get(kept, key) === undefined) Reflect.deleteProperty(kept, key)
  return kept
}
