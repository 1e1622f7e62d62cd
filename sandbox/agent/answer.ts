/** An answer as it goes over the wire. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export function toJsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body)
  }
}

export function toErrorAnswer(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return toJsonAnswer(status, { error }, headers)
}
