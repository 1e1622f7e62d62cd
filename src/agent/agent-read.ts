import { get, headerOf } from '../http/get.ts'
import { BOUNDS, type Bounds, type Exchange, headersWith, LARGEST_BODY } from './agent-request.ts'

export async function read(url: string, apiKey: string, bounds: Bounds = BOUNDS): Promise<Exchange> {
  const answer = await get(url, {
    headers: headersWith(apiKey),
    responseMs: bounds.response,
    wholeMs: bounds.request,
    mostBytes: LARGEST_BODY
  })
  if (answer.kind !== 'answered') return answer
  const { status, body, headers } = answer
  return { kind: 'answered', status, body, retryAfter: headerOf(headers, 'retry-after') }
}
