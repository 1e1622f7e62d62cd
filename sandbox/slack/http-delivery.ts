import { createHmac } from 'node:crypto'
import { fromJson } from '../shared/from-json.ts'
import type { Outcome, Parcel, Transport } from './deliveries.ts'
import type { Json } from './slack-types.ts'

const RETRY_REASONS: Record<string, string> = { timeout: 'http_timeout' }

export type HttpTarget = { url: string; signingSecret: string }

/** Signed requests to the app's request URL, in the encoding Slack uses for each kind of payload. */
export function createHttpDelivery(target: HttpTarget): Transport {
  return async ({ kind, payload, attempt, reason, signedAgoMs }: Parcel, withinMs: number): Promise<Outcome> => {
    const retries = { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': RETRY_REASONS[reason] ?? reason }
    try {
      const headers = attempt > 0 ? retries : {}
      const response = await postSigned(target, { ...encodeBody(kind, payload), signedAgoMs }, withinMs, headers)
      if (!response.ok)
        return { kind: 'failed', reason: 'http_error', retry: response.headers.get('x-slack-no-retry') !== '1' }
      const text = await response.text()
      return { kind: 'acknowledged', answer: fromJson(text, text || undefined) }
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      return { kind: 'failed', reason: timedOut ? 'timeout' : 'connection_failed' }
    }
  }
}

type Body = { type: string; text: string; signedAgoMs?: number }

function encodeBody(kind: Parcel['kind'], payload: Json): Body {
  if (kind === 'events_api') return { type: 'application/json', text: JSON.stringify(payload) }
  const form = new URLSearchParams()
  if (kind === 'interactive') form.set('payload', JSON.stringify(payload))
  else for (const [key, value] of Object.entries(payload)) form.set(key, String(value))
  return { type: 'application/x-www-form-urlencoded', text: form.toString() }
}

function postSigned({ url, signingSecret }: HttpTarget, body: Body, withinMs: number, headers: Record<string, string>) {
  // The receiver compares this with its own wall clock, so an injected clock would only make it refuse.
  const timestamp = String(Math.floor((Date.now() - (body.signedAgoMs ?? 0)) / 1000))
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body.text}`).digest('hex')
  return fetch(url, {
    method: 'POST',
    body: body.text,
    signal: AbortSignal.timeout(withinMs),
    headers: {
      ...headers,
      'content-type': body.type,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`
    }
  })
}
