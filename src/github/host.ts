import { z } from 'zod'
import type { Allowance } from '../http/pace.ts'

/** What became of a pull request, as far as people have to know, on whatever host it is. */
export const pullRequestSchema = z.object({
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  /** Of its latest commit. */
  checks: z.enum(['none', 'running', 'failed', 'passed', 'unknown']),
  isReviewAsked: z.boolean()
})

export type PullRequest = z.output<typeof pullRequestSchema>

export type HostAnswer =
  /** `memo` makes the next look cheap; only the host reads it. */
  | { kind: 'seen'; pullRequest: PullRequest; memo: unknown }
  /** Nothing can be said about this one. */
  | { kind: 'unreadable'; why: string }
  /** Nothing can be said about any, for a while. */
  | { kind: 'away'; forMs: number }

/** Where pull requests are. */
export type Host = {
  /** Whether the link leads to a pull request there. */
  knows(link: string): boolean
  look(link: string, memo: unknown): Promise<HostAnswer>
  /** How many looks may be under way at once, and how many may go out now. */
  limit: { atOnce: number; allowance: Allowance }
}
