import type { AgentJob } from './agent-job.ts'

export type RefusalReason = 'invalid' | 'unknown job' | 'key refused' | 'not allowed' | 'redirect' | 'other'

export type Refusal = {
  kind: 'refused'
  reason: RefusalReason
  status: number
  /** The service's own words, if it gave any. Shown to the person, never logged: they may quote the prompt. */
  words: string | undefined
}

export type Busy = { kind: 'busy'; retryAfterMs: number | undefined }

/** Why it is unknown whether a message arrived. */
export type Doubt = 'too slow' | 'cut off' | 'server error' | 'unreadable'

export type SendResult =
  | { kind: 'accepted'; job: AgentJob }
  | { kind: 'maybe delivered'; why: Doubt }
  | { kind: 'not delivered'; why: string }
  /** Not sent because `isInTime` said no: the service never saw it. */
  | { kind: 'too late' }
  | Busy
  | Refusal

export type ReadResult = { kind: 'job'; job: AgentJob } | { kind: 'unavailable'; why: string } | Busy | Refusal

/** Whether a send may go out now; if not, when to ask again and who says so: our own count, or the service with a 429. */
export type BudgetAnswer = { kind: 'granted' } | { kind: 'closed'; untilMs: number; because: 'limit' | 'service limit' }
