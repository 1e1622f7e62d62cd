import { webApi } from '@slack/bolt'
import { z } from 'zod'
import { PermanentError, TransientError } from '../errors.ts'
import { proxyAnswer } from '../http/request.ts'

/** Slack said no, and would say no again. Nothing was done. */
export class SlackRefusal extends PermanentError {
  readonly code: string
  readonly neededScopes: string | undefined

  constructor(code: string, neededScopes?: string) {
    super(`Slack refused: ${code}${neededScopes === undefined ? '' : ` (${neededScopes})`}`)
    this.code = code
    this.neededScopes = neededScopes
  }
}

/** Slack does not accept the bot's token. Nothing was done, and nothing will be until the operator supplies a new one. */
export class SlackLockedOut extends TransientError {
  readonly code: string

  constructor(code: string) {
    super(`Slack refused the token: ${code}`, { retryAfterMs: OPERATOR_MS })
    this.code = code
  }
}

/** Slack did nothing: it asked us to wait, or it was too late for the call. */
export class SlackBusy extends TransientError {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('Slack cannot be asked yet', { retryAfterMs: waitMs })
    this.waitMs = waitMs
  }
}

/** A timeout, a reset or an error of Slack's own: the call may have taken effect. */
export class SlackUnclear extends TransientError {
  constructor(code: string, options?: { retryAfterMs: number }) {
    super(`Slack gave no clear answer: ${code}`, options)
  }
}

/** There are more messages than can be looked through: not found is not the same as not there. */
export class SlackTooMuch extends SlackUnclear {
  constructor() {
    super('too many messages to look through', { retryAfterMs: TOO_MUCH_MS })
  }
}

// An operator takes minutes or hours, and each waiting task retries this often.
const OPERATOR_MS = 60_000

// The number of messages only drops when someone deletes some, and each look is a score of calls.
const TOO_MUCH_MS = 10 * 60_000

// Slack's errors about the token, not about the call.
const LOCKED_OUT = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'user_removed_from_team',
  'team_disabled'
])

// Slack's errors about itself, not about the call.
const PASSING = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
const SOON_MS = 5_000
const SHORTEST_WAIT_MS = 1_000
// Even when Slack asks for longer: someone is waiting for the message, and asking again costs little.
const LONGEST_WAIT_MS = 10 * 60_000

// The library takes anything with a 200 for Slack's word, even a proxy's page.
const slackCode = z.string().regex(/^[\w-]+$/)
const missingScope = z.object({ needed: z.string().regex(/^[\w:.,-]+$/) })

type SlackFailure = SlackRefusal | SlackLockedOut | SlackBusy | SlackUnclear

export function toSlackFailure(error: unknown): SlackFailure {
  if (error instanceof webApi.WebAPIRateLimitedError) {
    return new SlackBusy(Math.min(Math.max(error.retryAfter * 1_000, SHORTEST_WAIT_MS), LONGEST_WAIT_MS))
  }
  if (error instanceof webApi.WebAPIPlatformError) {
    const code = slackCode.safeParse(error.data.error).data
    if (code === undefined) return new SlackUnclear('not from Slack')
    if (code === 'ratelimited' || code === 'rate_limited') return new SlackBusy(SOON_MS)
    if (LOCKED_OUT.has(code)) return new SlackLockedOut(code)
    if (code === 'missing_scope') return new SlackRefusal(code, missingScope.safeParse(error.data).data?.needed)
    return PASSING.has(code) ? new SlackUnclear(code) : new SlackRefusal(code)
  }
  if (error instanceof webApi.WebAPIHTTPError) {
    return error.statusCode === 429 ? new SlackBusy(SOON_MS) : new SlackUnclear(`http ${error.statusCode}`)
  }
  return new SlackUnclear(codeOf(error) ?? 'unknown')
}

/** The innermost error says what happened: the library's hides a name that is unknown, or a certificate that nobody vouches for. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error
    ? (codeOf(error.cause) ?? proxyAnswer(error) ?? ('code' in error ? String(error.code) : undefined))
    : undefined

/** Unlike the Web API, a response_url says by its status that it is used up or too old: no retry helps then. */
export function whyNotAnswered(status: number): SlackFailure | undefined {
  if (status < 300) return undefined
  if (status === 429) return new SlackBusy(SOON_MS)
  return status >= 400 && status < 500 ? new SlackRefusal(`http ${status}`) : new SlackUnclear(`http ${status}`)
}

export const IN_DOUBT = 'in doubt'

export const NO_THREAD = 'no thread'

/** Slack’s codes for a channel in which only some may post, or only threads, or none. */
export const isPostingRestricted = (code: string): boolean => code.startsWith('restricted_action')
