import { z } from 'zod'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'

const bodySchema = z.looseObject({ ok: z.boolean(), error: z.string().optional(), ts: z.string().optional() })
export type Called = { status: number; retryAfter: string | null; body: z.infer<typeof bodySchema> }
export type Params = Record<string, unknown>

/** A call as @slack/web-api makes it: a form, with nested values as JSON text. */
export async function callSlack(
  slack: StandInSlack,
  method: string,
  params: Params = {},
  token = slack.botToken
): Promise<Called> {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined) form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const headers = { authorization: token === '' ? '' : `Bearer ${token}` }
  const response = await fetch(slack.apiUrl + method, { method: 'POST', body: form, headers })
  const body = bodySchema.parse(await response.json())
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

/** Posts as the bot and returns the timestamp. */
export async function postAsBot(slack: StandInSlack, channel: string, params: Params = {}): Promise<string> {
  const { body } = await callSlack(slack, 'chat.postMessage', { channel, text: 'card', ...params })
  if (!body.ts) throw new Error(`Could not post: ${body.error}`)
  return body.ts
}
