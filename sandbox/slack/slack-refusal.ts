import type { Json } from './slack-types.ts'

/** What Slack answers as `{ ok: false, error: code, ...details }`. */
export class SlackRefusal extends Error {
  readonly code: string
  readonly details: Json

  constructor(code: string, details: Json = {}) {
    super(`Slack refuses: ${code}`)
    this.name = 'SlackRefusal'
    this.code = code
    this.details = details
  }

  static withMessages(code: string, messages: string[]): SlackRefusal {
    return new SlackRefusal(code, {
      errors: messages,
      response_metadata: { messages: messages.map(message => `[ERROR] ${message}`) }
    })
  }
}
