import { randomUUID } from 'node:crypto'
import type { FileStore, GivenFile } from './file-store.ts'
import type { Changed } from './message-board.ts'
import { requireChannel, requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Channel, Json, Person, SlackMessage } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'
import { encodeTypedText, toRichText } from './typed-text.ts'

/** Slack may say whose it is and where it was written. */
export type Forwarded = string | { text: string; author?: string; channel?: string; files?: GivenFile[] }

type Said = {
  user: string
  channel: string
  text: string
  threadTs?: string
  broadcast?: boolean
  files?: GivenFile[]
  /** A message that they forward along with theirs. */
  forwarded?: Forwarded
}
type Place = { channel: string; messageTs: string }
type Acted = Place & { user: string }

/** What people do to messages. Each resolves once the app has been told, or a first attempt has failed. */
export function createMessageActions({ world, board }: SlackParts, files: FileStore) {
  async function say(said: Said): Promise<SlackMessage> {
    const { user, channel: channelId, text, threadTs, broadcast, files: given = [], forwarded } = said
    const channel = requireMember(world, channelId, user)
    if (channel.archived) throw new Error(`Nobody can write in #${channel.name}: it is archived`)
    const parent = threadTs === undefined ? undefined : requireShown(world, channel, threadTs)
    const encoded = encodeTypedText(text, world)
    const subtype = given.length > 0 ? 'file_share' : parent && broadcast ? 'thread_broadcast' : undefined
    return onceAnnounced(
      board.post(channel, {
        ...authorOf(requirePerson(world, user)),
        text: encoded,
        blocks: toRichText(encoded),
        ...(subtype && { subtype }),
        ...(parent && { thread_ts: parent.thread_ts ?? parent.ts }),
        ...(given.length > 0 && { files: given.map(file => files.share(user, file)) }),
        ...(forwarded !== undefined && { attachments: [toShared(user, forwarded)] })
      })
    )
  }

  /** As Slack documents it: the words are in an attachment, in its markup, and the message may have none of its own. */
  function toShared(user: string, forwarded: Forwarded): Json {
    const { text, author, channel, files: given = [] } = typeof forwarded === 'string' ? { text: forwarded } : forwarded
    const encoded = encodeTypedText(text, world)
    const ts = world.nextTs()
    const from_url = `https://${TEAM.domain}.slack.com/archives/${channel ?? 'C0ELSEWHERE'}/p${ts.replace('.', '')}`
    return {
      ts,
      is_msg_unfurl: true,
      is_share: true,
      id: 1,
      text: encoded,
      fallback: `[November 20th, 2026 2:00 PM] ${text}`,
      mrkdwn_in: ['text'],
      color: 'D0D0D0',
      from_url,
      footer: 'Slack Conversation',
      ...(author && { author_id: author, author_name: world.people.get(author)?.name }),
      ...(channel && { channel_id: channel, channel_team: TEAM.id }),
      ...(given.length > 0 && { files: given.map(file => files.share(author ?? user, file)) })
    }
  }

  async function edit({ text, ...place }: Acted & { text: string }): Promise<SlackMessage> {
    const encoded = encodeTypedText(text, world)
    const { channel, message } = find(place)
    return onceAnnounced(
      board.change(channel, message, kept => {
        const edited = { user: place.user, ts: world.nextTs() }
        Object.assign(kept, { text: encoded, blocks: toRichText(encoded), edited })
      })
    )
  }

  async function remove(place: Place): Promise<SlackMessage> {
    const { channel, message } = find(place)
    return onceAnnounced(board.remove(channel, message))
  }

  /** Slack shows a preview under a link, which reaches apps as an edit that leaves the text as it was. */
  async function unfurl({ url = 'https://example.com', ...place }: Place & { url?: string }): Promise<SlackMessage> {
    const { channel, message } = find(place)
    const preview = { id: 1, from_url: url, original_url: url, fallback: 'Example', title: 'Example', title_link: url }
    return onceAnnounced(
      board.change(channel, message, kept => {
        kept.attachments = [...(kept.attachments ?? []), preview]
      })
    )
  }

  /** What somebody attached and deletes, all of it or what has this name, leaves its place in the message. */
  async function removeFiles({ name: only, ...place }: Place & { name?: string }): Promise<SlackMessage> {
    const { channel, message } = find(place)
    return onceAnnounced(
      board.change(channel, message, kept => {
        const isLeft = (name: string) => only !== undefined && name !== only
        kept.files = (kept.files ?? []).map(file =>
          isLeft(file.name) ? file : { id: file.id, name: '', mimetype: '', mode: 'tombstone' }
        )
      })
    )
  }

  const react = async ({ name, ...place }: Acted & { name: string }): Promise<void> =>
    board.addReaction(find(place).message, place.user, name)

  const unreact = async ({ name, ...place }: Acted & { name: string }): Promise<void> =>
    board.removeReaction(find(place).message, place.user, name)

  /** A message, in a channel that whoever acts on it is in. */
  function find({ channel: id, messageTs, user }: Place & { user?: string }) {
    const channel = user === undefined ? requireChannel(world, id) : requireMember(world, id, user)
    return { channel, message: requireShown(world, channel, messageTs) }
  }

  return { say, edit, remove, removeFiles, unfurl, react, unreact }
}

function authorOf({ id, kind, teamId }: Person): Partial<SlackMessage> {
  const author = { user: id, team: teamId }
  if (kind === 'bot' || kind === 'app')
    return { ...author, bot_id: id.replace(/^U/, 'B'), app_id: id.replace(/^U/, 'A') }
  return { ...author, client_msg_id: randomUUID() }
}

async function onceAnnounced({ message, announced }: Changed): Promise<SlackMessage> {
  await announced
  return structuredClone(message)
}

type ChannelFacts = Omit<Channel, 'members'> & { members: string[] }

export function channelFacts(channel: Channel): ChannelFacts {
  return { ...channel, members: [...channel.members] }
}

/** Inviting and removing people, or the bot if nobody is named, and closing channels. */
export function createMembershipActions({ world }: SlackParts) {
  async function invite(channelId: string, user: string = BOT.userId): Promise<void> {
    const channel = requireChannel(world, channelId)
    channel.members.add(user)
    if (requirePerson(world, user).kind === 'outsider') channel.shared = true
    world.changed()
  }

  async function removeFrom(channelId: string, user: string = BOT.userId): Promise<void> {
    requireChannel(world, channelId).members.delete(user)
    world.changed()
  }

  function archive(channelId: string, archived = true): void {
    requireChannel(world, channelId).archived = archived
    world.changed()
  }

  return { invite, removeFrom, archive }
}
