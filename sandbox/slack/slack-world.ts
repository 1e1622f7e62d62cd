import { randomBytes } from 'node:crypto'
import type {
  Channel,
  ChannelKind,
  ElementValues,
  Ephemeral,
  Json,
  OpenView,
  Person,
  PersonKind,
  SlackMessage,
  View
} from './slack-types.ts'

export type SlackClock = { now(): number }

/** Message timestamps are ids too: each is later than the one before, whatever the clock does. */
function createTimestamps(clock: SlackClock): () => string {
  let lastMicros = 0
  return () => {
    lastMicros = Math.max(lastMicros + 1, Math.floor(clock.now() * 1000))
    return toTimestamp(lastMicros)
  }
}

function toTimestamp(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Random, because event and trigger ids must stay unique for a bot that outlives one stand-in. */
export function newId(prefix: string, length = 9): string {
  return prefix + Array.from(randomBytes(length), byte => LETTERS[byte % LETTERS.length]).join('')
}

/** Readable and the same in every run: `U0ANA000001`. */
function namedId(prefix: string, name: string, count: number): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 6)
  return `${prefix}0${letters}${String(count).padStart(9 - letters.length, '0')}`
}

export const TEAM = { id: 'T0STANDIN1', name: 'Stand-in', domain: 'stand-in' }
const OTHER_TEAM_ID = 'T0OUTSIDE1'
export const BOT = {
  userId: 'U0AGENTBOT',
  botId: 'B0AGENTBOT',
  appId: 'A0FOLLOWUP',
  name: 'agentfollowup',
  realName: 'Agent Follow-up'
}

type NewPerson = {
  id?: string
  name: string
  kind?: PersonKind
  deleted?: boolean
  isAdmin?: boolean
  timeZone?: string
  /** On Enterprise Grid: a workspace that comes before this one for them. */
  homeTeamId?: string
}

export type NewChannel = {
  id?: string
  name: string
  kind?: ChannelKind
  members?: string[]
  botIsMember?: boolean
  archived?: boolean
  shared?: boolean
}

export type SlackWorld = ReturnType<typeof createSlackWorld>

export function createSlackWorld({
  clock,
  changed,
  enterpriseId
}: {
  clock: SlackClock
  changed: () => void
  /** The Enterprise Grid organisation that the workspace is part of. */
  enterpriseId?: string | undefined
}) {
  const people = new Map<string, Person>()
  const channels = new Map<string, Channel>()
  const messages = new Map<string, SlackMessage[]>()

  function addPerson({
    name,
    kind = 'member',
    deleted = false,
    isAdmin = false,
    timeZone = 'Europe/Paris',
    homeTeamId = TEAM.id,
    ...given
  }: NewPerson): Person {
    const id = given.id ?? namedId('U', name, people.size)
    const teamId = kind === 'outsider' ? OTHER_TEAM_ID : homeTeamId
    const person: Person = { id, name, kind, teamId, deleted, isAdmin, timeZone }
    people.set(id, person)
    changed()
    return person
  }

  function addChannel({
    name,
    kind = 'public',
    members = [],
    botIsMember = true,
    archived = false,
    ...given
  }: NewChannel): Channel {
    const id = given.id ?? namedId(kind === 'dm' ? 'D' : 'C', name, channels.size + 1)
    for (const member of members) {
      if (!people.has(member)) throw new Error(`Cannot add channel '${name}': there is no person '${member}'`)
    }
    const inside = new Set(members)
    if (botIsMember) inside.add(BOT.userId)
    const shared = given.shared ?? members.some(member => people.get(member)?.kind === 'outsider')
    const channel = { id, name, kind, members: inside, archived, shared, createdS: Math.floor(clock.now() / 1000) }
    channels.set(id, channel)
    changed()
    return channel
  }

  /** The direct messages between one person and the bot. */
  function directChannel(userId: string): Channel {
    for (const channel of channels.values()) {
      const pair = channel.kind === 'dm' && channel.members.has(userId) && channel.members.has(BOT.userId)
      if (pair) return channel
    }
    const name = people.get(userId)?.name ?? userId
    return addChannel({ name: `dm-${name}`, kind: 'dm', members: [userId] })
  }

  function messagesIn(channelId: string): SlackMessage[] {
    const known = messages.get(channelId)
    if (known) return known
    const fresh: SlackMessage[] = []
    messages.set(channelId, fresh)
    return fresh
  }

  addPerson({ id: BOT.userId, name: BOT.name, kind: 'app' })
  addPerson({ id: 'USLACKBOT', name: 'slackbot', kind: 'bot' })

  return {
    clock,
    changed,
    enterpriseId,
    people,
    channels,
    ephemerals: [] as Ephemeral[],
    /** What each person chose in the elements of a message, before pressing anything. */
    chosen: new Map<string, ElementValues>(),
    /** What the app has offered in a menu that asks it. */
    offered: new WeakMap<object, Json[]>(),
    views: new Map<string, OpenView>(),
    homes: new Map<string, View>(),
    nextTs: createTimestamps(clock),
    addPerson,
    addChannel,
    directChannel,
    messagesIn,
    findMessage: (channelId: string, ts: string) => messagesIn(channelId).find(message => message.ts === ts)
  }
}
