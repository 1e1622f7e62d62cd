import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { fromJson } from '../shared/from-json.ts'
import { readText } from '../shared/read-text.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { Json } from './slack-types.ts'

const MOST_BYTES = 4_000_000
const objectSchema = z.record(z.string(), z.unknown())

export async function readBody(request: IncomingMessage): Promise<string> {
  const text = await readText(request, MOST_BYTES)
  if (text === undefined) throw new SlackRefusal('request_too_large')
  return text
}

/** The arguments of a call, from the query, a form or JSON, and the token from wherever it is. */
export async function readCall(request: IncomingMessage): Promise<{ params: Json; token: string | undefined }> {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams
  const body = parseBody(request.headers['content-type'] ?? '', await readBody(request))
  const { token: given, ...params } = { ...Object.fromEntries(query), ...body }
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return { params, token: bearer ?? (typeof given === 'string' ? given : undefined) }
}

function parseBody(contentType: string, body: string): Json {
  if (body === '') return {}
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body))
  if (!contentType.startsWith('application/json')) throw new SlackRefusal('invalid_post_type')
  return parseObject(body)
}

export function parseObject(body: string): Json {
  const parsed = objectSchema.safeParse(fromJson(body))
  if (!parsed.success) throw new SlackRefusal('invalid_json')
  return parsed.data
}
