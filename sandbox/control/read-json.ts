import type { IncomingMessage } from 'node:http'
import { fromJson } from '../shared/from-json.ts'
import { readText } from '../shared/read-text.ts'
import { RefusedRequest } from './refused-request.ts'

const MOST_BYTES = 1_000_000

/** The JSON of a request that says it is JSON: a form on a foreign page cannot say so without a preflight. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RefusedRequest(415, 'Send it with content-type: application/json')
  const text = await readText(request, MOST_BYTES)
  if (text === undefined) throw new RefusedRequest(413, `The body is over ${MOST_BYTES} bytes`)
  const body = fromJson(text)
  if (body === undefined) throw new RefusedRequest(400, 'The body is not JSON')
  return body
}
