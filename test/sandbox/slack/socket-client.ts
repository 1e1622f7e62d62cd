import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'
import { callSlack } from './call-slack.ts'

const envelopeSchema = z.looseObject({
  type: z.string(),
  envelope_id: z.string().optional(),
  retry_attempt: z.number().optional(),
  retry_reason: z.string().optional(),
  payload: z.looseObject({ event: z.looseObject({ type: z.string() }).optional() }).optional()
})
type Envelope = z.infer<typeof envelopeSchema>
/** How a client answers an envelope: with an acknowledgement's payload, or not at all. */
export type Answer = (envelope: Envelope) => unknown

export const SILENT = Symbol('no acknowledgement')

/** A Socket Mode client that shows tests every message. */
export async function connectSocket(slack: StandInSlack, answer: Answer = () => undefined) {
  const { body } = await callSlack(slack, 'apps.connections.open', {}, slack.appToken)
  const socket = new WebSocket(z.string().parse(body.url))
  onTestFinished(() => socket.terminate())
  const received: Envelope[] = []
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  const pinged = new Promise<void>(resolve => socket.once('ping', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', data => {
      const envelope = envelopeSchema.parse(JSON.parse(data.toString()))
      received.push(envelope)
      if (envelope.type === 'hello' || envelope.type === 'disconnect') resolve()
      const { envelope_id } = envelope
      const payload = envelope_id === undefined ? SILENT : answer(envelope)
      if (payload !== SILENT) socket.send(JSON.stringify({ envelope_id, payload }))
    })
  })
  const events = () => received.filter(envelope => envelope.type === 'events_api')
  return { received, events, closed, pinged }
}
