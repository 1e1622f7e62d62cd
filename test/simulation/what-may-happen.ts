import type { PullRequestPatch } from '../../sandbox/host/stand-in-github.ts'

const MINUTE = 60_000

/** What jobs do with a follow-up. */
export const LIVES = [
  { worksMs: 40_000, ends: 'completed' as const },
  { worksMs: 6 * MINUTE, ends: 'completed' as const, linkLateMs: 20_000 },
  { worksMs: 90_000, ends: 'completed' as const, pullRequest: false },
  { worksMs: 50 * MINUTE, ends: 'completed' as const },
  { worksMs: 2 * MINUTE, ends: 'failed' as const },
  { worksMs: 20_000, ends: 'failed' as const },
  { worksMs: 3 * MINUTE, ends: 'completed' as const, staleMs: 30_000, keepsOldLink: true },
  { worksMs: MINUTE, ends: 'archived' as const },
  { worksMs: 5 * MINUTE, ends: 'completed' as const, omitStatus: 'send' as const },
  { worksMs: 3_000, ends: 'completed' as const, pullRequest: 'same', keepsOldLink: true },
  { worksMs: 2 * MINUTE, ends: 'completed' as const, startsLateMs: 150_000, whileActive: 'queue' as const },
  { worksMs: 90_000, ends: 'completed' as const, whileActive: 'queue' as const },
  { worksMs: 4 * MINUTE, ends: 'completed' as const, whileActive: 'merge' as const, staleMs: 60_000 },
  {
    worksMs: MINUTE,
    ends: 'completed' as const,
    startsLateMs: 40_000,
    whileActive: 'merge' as const,
    linkLateMs: 90_000
  }
]

/** How the services misbehave. */
export const SEND_FAULTS = [
  { status: 429, retryAfter: '40' },
  { status: 429 },
  { status: 500, processed: true },
  { status: 503, processed: false },
  { status: 400, body: '{"error":"no"}' },
  { kind: 'reset before read' as const },
  { kind: 'reset after processing' as const },
  { kind: 'cut mid-body' as const },
  { kind: 'malformed json' as const },
  { kind: 'empty 200' as const },
  { kind: 'html 502' as const }
]
export const READ_FAULTS = [
  { status: 429, retryAfter: '15' },
  { status: 500, times: 4 },
  { status: 404 },
  { status: 401, times: 4 },
  { kind: 'malformed json' as const },
  { kind: 'missing status' as const },
  { kind: 'unknown status' as const },
  { kind: 'reset before read' as const, times: 3 }
]
export const SLACK_FAULTS = [
  { retryAfterS: 3, error: 'ratelimited' },
  { kind: 'reset after processing' as const },
  { kind: 'reset before read' as const },
  { status: 500 },
  { error: 'internal_error' }
]
export const SLACK_METHODS = [
  'chat.postMessage',
  'chat.update',
  'reactions.add',
  'conversations.replies',
  'conversations.history',
  'users.info'
]
export const GITHUB_FAULTS = [
  { status: 503, times: 2 },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 404 },
  { status: 200, body: '<html>' }
]
/** What becomes of a pull request. */
export const AFTERWARDS: PullRequestPatch[] = [
  { checks: 'running' },
  { checks: 'failed' },
  { checks: 'failed', failing: ['lint', 'unit', 'e2e', 'docs'] },
  { checks: 'passed' },
  { isReviewAsked: true },
  { reviews: [{ login: 'reviewer', state: 'CHANGES_REQUESTED' }], comments: 2 },
  { state: 'closed' },
  { state: 'open' },
  { state: 'merged' }
]
