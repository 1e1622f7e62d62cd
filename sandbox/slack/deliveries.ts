import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromJson } from '../shared/read-text.ts'
import type { Json } from './slack-types.ts'
import type { SlackClock } from './slack-world.ts'

/** Over a socket, Slack may one day send a kind that no app knows yet. */
export type DeliveryKind = 'events_api' | 'slash_commands' | 'interactive' | 'unheard_of'
export type Outcome =
  | { kind: 'acknowledged'; answer?: unknown }
  | { kind: 'failed'; reason: 'timeout' | 'connection_failed' | 'http_error'; retry?: boolean }
/** `signedAgoMs` is how old its signature is, where it has one. */
export type Parcel = { kind: DeliveryKind; payload: Json; attempt: number; reason: string; signedAgoMs: number }
/** Delivers one parcel to one endpoint of the app and reports the outcome, within the time given. */
export type Transport = (parcel: Parcel, withinMs: number) => Promise<Outcome>

export type Delivery = {
  /** The event_id of an event, the trigger_id of anything else. */
  id: string
  kind: DeliveryKind
  payload: Json
  /** When what it tells of happened. */
  atMs: number
  state: 'held' | 'waiting' | 'acknowledged' | 'given up'
  attempts: (Outcome & { atMs: number })[]
}

type Timing = { redeliverAfterMs: number; maxRedeliveries: number; answerWithinMs: number }
export type Deliveries = ReturnType<typeof createDeliveries>

/** Sends payloads to the app: events until acknowledged, but only once what a person waits for. */
export function createDeliveries(transport: () => Transport, timing: Timing, clock: SlackClock, changed: () => void) {
  const all: Delivery[] = []
  const stopping = new AbortController()
  let isHeld: ((delivery: Delivery) => boolean) | undefined

  async function attempt(delivery: Delivery, signedAgoMs = 0): Promise<Outcome> {
    const number = delivery.attempts.length
    const previous = delivery.attempts.at(-1)
    // What was acknowledged is sent again only if the acknowledgement was lost.
    const reason = previous?.kind === 'failed' ? previous.reason : previous ? 'timeout' : ''
    const within = delivery.kind === 'events_api' ? timing.redeliverAfterMs : timing.answerWithinMs
    const payload = structuredClone(delivery.payload)
    const parcel = { kind: delivery.kind, payload, attempt: number, reason, signedAgoMs }
    const outcome = await transport()(parcel, within)
    delivery.attempts.push({ ...outcome, atMs: clock.now() })
    if (outcome.kind === 'acknowledged') delivery.state = 'acknowledged'
    changed()
    return outcome
  }

  async function redeliver(delivery: Delivery, startedMs: number): Promise<void> {
    let tried = startedMs
    while (delivery.state === 'waiting' && delivery.attempts.length <= timing.maxRedeliveries) {
      const waitMs = Math.max(0, tried + timing.redeliverAfterMs - performance.now())
      await sleep(waitMs, undefined, { signal: stopping.signal })
      tried = performance.now()
      const outcome = await attempt(delivery)
      if (outcome.kind === 'failed' && outcome.retry === false) break
    }
    if (delivery.state === 'waiting') giveUp(delivery)
  }

  function giveUp(delivery: Delivery): void {
    delivery.state = 'given up'
    changed()
  }

  async function start(delivery: Delivery): Promise<Outcome> {
    const startedMs = performance.now()
    delivery.state = 'waiting'
    const outcome = await attempt(delivery)
    const again = outcome.kind === 'failed' && outcome.retry !== false && delivery.kind === 'events_api'
    if (again) redeliver(delivery, startedMs).catch(() => giveUp(delivery))
    else if (outcome.kind === 'failed') giveUp(delivery)
    return outcome
  }

  /** Resolves with the outcome of the first attempt; undefined if it is being held back. */
  async function deliver(id: string, kind: DeliveryKind, payload: Json): Promise<Outcome | undefined> {
    const delivery: Delivery = { id, kind, payload, atMs: clock.now(), state: 'waiting', attempts: [] }
    all.push(delivery)
    if (!isHeld?.(delivery)) return start(delivery)
    delivery.state = 'held'
    changed()
    return undefined
  }

  /** Sends the same payload once more, as Slack does when it missed an acknowledgement, or as someone else who kept it might. */
  async function deliverAgain(id: string, { signedAgoMs = 0 } = {}): Promise<Outcome> {
    const delivery = all.find(known => known.id === id)
    if (!delivery) throw new Error(`Cannot deliver '${id}' again; known: ${all.map(known => known.id).join(', ')}`)
    return attempt(delivery, signedAgoMs)
  }

  function hold(which: (delivery: Delivery) => boolean = () => true): void {
    isHeld = which
  }

  /** Sends what was held, one after the other, in the order the caller wants. */
  async function release(order: (held: Delivery[]) => Delivery[] = held => held): Promise<void> {
    isHeld = undefined
    for (const delivery of order(all.filter(known => known.state === 'held'))) await start(delivery)
  }

  const isIdle = () => all.every(delivery => delivery.state !== 'waiting')

  return { all, isIdle, deliver, deliverAgain, hold, release, stop: () => stopping.abort() }
}

const RETRY_REASONS: Record<string, string> = { timeout: 'http_timeout' }

type HttpTarget = { url: string; signingSecret: string }

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
