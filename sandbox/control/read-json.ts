import type { IncomingMessage } from 'node:http'
import { RefusedRequest } from './refused-request.ts'

const MOST_BYTES = 1_000_000

/** The JSON of a request that says it is JSON: a form on a foreign page cannot say so without a preflight. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RefusedRequest(415, 'Send it with content-type: application/json')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= MOST_BYTES) chunks.push(chunk)
  }
  // Still read to its end: a client that is still sending does not hear the answer.
  if (bytes > MOST_BYTES) throw new RefusedRequest(413, `The body is over ${MOST_BYTES} bytes`)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new RefusedRequest(400, 'The body is not JSON')
  }
}
