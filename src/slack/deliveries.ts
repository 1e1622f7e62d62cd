import type { RequestListener } from 'node:http'
import type { App, Receiver } from '@slack/bolt'
import { z } from 'zod'
import type { Log } from '../errors.ts'
import { SLACK_WAITS_MS } from './blocks.ts'

type Delivery = Parameters<App['processEvent']>[0]

type Screening = {
  team: { teamId: string; enterpriseId?: string | undefined }
  knows: (body: unknown) => boolean
  note: (body: unknown) => void
  storeEvent: (body: unknown) => Promise<void>
  onAcked: (afterMs: number) => void
  log: Pick<Log, 'debug' | 'warn'>
}

const holdsSomething = z.looseObject({ type: z.string().optional().catch(undefined) })

const id = z.string().nullish().catch(undefined)
const eventEnvelope = z.object({
  type: z.enum(['event_callback', 'app_rate_limited']),
  team_id: id,
  context_team_id: id,
  authorizations: z.array(z.object({ team_id: id })).catch([])
})

/**
 * Slack counts as a failure what is not acknowledged, and the person who pressed or typed something waits for three seconds.
 * Bolt acknowledges events before any handler has seen them. Here an event is stored first, then acknowledged.
 */
export function screenDeliveries(receiver: Receiver, screening: Screening): Receiver {
  const { team, knows, note, storeEvent, onAcked, log } = screening
  async function screen(came: Delivery, app: App): Promise<void> {
    const atMs = performance.now()
    const delivery: Delivery = { ...came, ack: said => came.ack(said).then(() => onAcked(performance.now() - atMs)) }
    const { data: body } = holdsSomething.safeParse(delivery.body)
    if (body && isForAnotherTeam(body, team))
      log.debug({ type: body.type }, 'Slack sent something for another workspace')
    else if (body?.type === 'app_rate_limited')
      log.warn({}, 'Slack is dropping events: this app gets more than 30,000 an hour, and some replies do not arrive')
    else if (body && knows(body)) {
      note(body)
      if (body.type !== 'event_callback') return app.processEvent(delivery)
      await storeEvent(body)
    } else log.debug({ type: body?.type }, 'Slack sent something that this version does not know')
    await delivery.ack()
  }
  return {
    init: app =>
      receiver.init(Object.create(app, { processEvent: { value: (delivery: Delivery) => screen(delivery, app) } })),
    start: () => receiver.start(),
    stop: () => receiver.stop()
  }
}

/** One mention of our workspace is enough; our organisation alone may mean any of its workspaces, ours too. */
function isForAnotherTeam(body: unknown, { teamId, enterpriseId }: Screening['team']): boolean {
  const { data } = eventEnvelope.safeParse(body)
  if (data === undefined) return false
  const named = [data.team_id, data.context_team_id, ...data.authorizations.map(({ team_id }) => team_id)].filter(
    name => name && name !== enterpriseId
  )
  return named.length > 0 && !named.includes(teamId)
}

const LOOK_EVERY_MS = 1_500
// Requests that piled up meanwhile come in over several turns.
const COMING_IN_MS = 1_000

export type PauseWatch = Disposable & {
  mayBeLate(): boolean
}

/** Notices that the process did not run for a while: it was suspended, or too busy to look. */
export function createPauseWatch(monotonicMs: () => number): PauseWatch {
  let lookedAtMs = monotonicMs()
  let lateUntilMs = lookedAtMs
  const look = () => {
    const nowMs = monotonicMs()
    if (nowMs - lookedAtMs > SLACK_WAITS_MS) lateUntilMs = nowMs + COMING_IN_MS
    lookedAtMs = nowMs
    return nowMs
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    mayBeLate: () => look() < lateUntilMs,
    [Symbol.dispose]: () => clearInterval(timer)
  }
}

export type SlackConnection = {
  receiver: Receiver
  /** Undefined while there is a connection, or where Slack connects to us. */
  lostSinceMs(): number | undefined
  answer?: RequestListener
}
