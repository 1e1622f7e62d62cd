import { createHmac } from 'node:crypto'

export const SIGNING_SECRET = 'bench-signing-secret'

/** One whole HTTP request as Slack sends it. */
export function signedRequest(type: 'form' | 'json', body: string): string {
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
  const contentType = type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return [
    'POST /slack/events HTTP/1.1',
    'host: 127.0.0.1',
    'user-agent: Slackbot 1.0 (+https://api.slack.com/robots)',
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-slack-request-timestamp: ${timestamp}`,
    `x-slack-signature: v0=${signature}`,
    '',
    body
  ].join('\r\n')
}
