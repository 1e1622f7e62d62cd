export type Json = Record<string, unknown>

export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'app'
export type Person = {
  id: string
  name: string
  kind: PersonKind
  /** Of another company, or of another workspace of the same organisation. */
  teamId: string
  deleted: boolean
  isAdmin: boolean
  timeZone: string
}

export type ChannelKind = 'public' | 'private' | 'dm' | 'mpim'
export type Channel = {
  id: string
  name: string
  kind: ChannelKind
  members: Set<string>
  archived: boolean
  shared: boolean
  createdS: number
}

export type Block = Json & { type: string; block_id?: string }
export type Reaction = { name: string; users: string[]; count: number }
export type Metadata = { event_type: string; event_payload: Json }
/** What the elements of a message or view hold, by block_id and action_id. */
export type ElementValues = Record<string, Record<string, Json>>
export type SlackFile = Json & { id: string; name: string; mimetype: string }

/** A message as Slack stores it; `toWireMessage` turns it into what Slack shows. */
export type SlackMessage = {
  channel: string
  ts: string
  text: string
  user?: string
  team?: string
  bot_id?: string
  app_id?: string
  username?: string
  subtype?: string
  client_msg_id?: string
  blocks?: Block[]
  attachments?: Json[]
  metadata?: Metadata
  files?: SlackFile[]
  thread_ts?: string
  parent_user_id?: string
  edited?: { user: string; ts: string }
  reactions: Reaction[]
  reply_count?: number
  latest_reply?: string
  reply_users?: string[]
  unfurl_links?: boolean
  unfurl_media?: boolean
}

/** A message only one person sees: it is in no history and is gone after a reload. */
export type Ephemeral = {
  channel: string
  user: string
  ts: string
  text: string
  blocks?: Block[]
  thread_ts?: string
  from: 'app' | 'slack'
}

export type View = Json & {
  id: string
  type: 'modal' | 'home'
  callback_id: string
  private_metadata: string
  external_id: string
  hash: string
  blocks: Block[]
  state: { values: ElementValues }
  root_view_id: string
  previous_view_id: string | null
}

export type OpenView = { user: string; view: View }

export type SlackEvent = Json & { type: string }

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
