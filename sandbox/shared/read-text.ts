import type { IncomingMessage } from 'node:http'

/** The body of a request, or undefined if it is longer. Read to its end even so: who is still sending does not hear the answer. */
export async function readText(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
  }
  return bytes <= mostBytes ? Buffer.concat(chunks).toString('utf8') : undefined
}

/** What a text says as JSON; where it says nothing, `otherwise`. */
export function fromJson(text: string, otherwise?: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
