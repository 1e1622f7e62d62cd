import { randomUUID } from 'node:crypto'
import type { Changed } from './message-board.ts'
import { requireChannel, requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Channel, Person, SlackFile, SlackMessage } from './slack-types.ts'
import { newId, TEAM } from './slack-world.ts'
import { encodeTypedText, toRichText } from './typed-text.ts'

type Said = {
  user: string
  channel: string
  text: string
  threadTs?: string
  broadcast?: boolean
  files?: { name: string; mimetype?: string }[]
  /** The words of a message that they forward along with theirs. */
  forwarded?: string
}
type Place = { channel: string; messageTs: string }
type Acted = Place & { user: string }

/** What people do to messages. Each resolves once the app has been told, or a first attempt has failed. */
export function createMessageActions({ world, board }: SlackParts) {
  async function say(said: Said): Promise<SlackMessage> {
    const { user, channel: channelId, text, threadTs, broadcast, files = [], forwarded } = said
    const channel = requireMember(world, channelId, user)
    if (channel.archived) throw new Error(`Nobody can write in #${channel.name}: it is archived`)
    const parent = threadTs === undefined ? undefined : requireShown(world, channel, threadTs)
    const encoded = encodeTypedText(text, world)
    const subtype = files.length > 0 ? 'file_share' : parent && broadcast ? 'thread_broadcast' : undefined
    return onceAnnounced(
      board.post(channel, {
        ...authorOf(requirePerson(world, user)),
        text: encoded,
        blocks: toRichText(encoded),
        ...(subtype && { subtype }),
        ...(parent && { thread_ts: parent.thread_ts ?? parent.ts }),
        ...(files.length > 0 && { files: files.map(file => share(user, file)) }),
        ...(forwarded !== undefined && { attachments: [toShared(forwarded)] })
      })
    )
  }

  function share(user: string, { name, mimetype = 'image/png' }: { name: string; mimetype?: string }): SlackFile {
    const id = newId('F')
    const address = `https://files.slack.com/files-pri/${TEAM.id}-${id}/${name}`
    const filetype = name.split('.').at(-1)
    const file = {
      id,
      name,
      title: name,
      mimetype,
      filetype,
      user,
      size: 1024,
      url_private: address,
      url_private_download: address,
      permalink: `https://${TEAM.domain}.slack.com/files/${user}/${id}/${encodeURIComponent(name.toLowerCase())}`
    }
    world.files.set(id, file)
    return file
  }

  async function edit({ user, channel: channelId, messageTs, text }: Acted & { text: string }): Promise<SlackMessage> {
    const channel = requireMember(world, channelId, user)
    const message = requireShown(world, channel, messageTs)
    const encoded = encodeTypedText(text, world)
    return onceAnnounced(
      board.change(channel, message, kept => {
        Object.assign(kept, { text: encoded, blocks: toRichText(encoded), edited: { user, ts: world.nextTs() } })
      })
    )
  }

  async function remove({ channel: channelId, messageTs }: Place): Promise<SlackMessage> {
    const channel = requireChannel(world, channelId)
    return onceAnnounced(board.remove(channel, requireShown(world, channel, messageTs)))
  }

  /** Slack shows a preview under a link, which reaches apps as an edit that leaves the text as it was. */
  async function unfurl({
    channel: channelId,
    messageTs,
    url = 'https://example.com'
  }: Place & { url?: string }): Promise<SlackMessage> {
    const channel = requireChannel(world, channelId)
    const preview = { id: 1, from_url: url, original_url: url, fallback: 'Example', title: 'Example', title_link: url }
    return onceAnnounced(
      board.change(channel, requireShown(world, channel, messageTs), kept => {
        kept.attachments = [...(kept.attachments ?? []), preview]
      })
    )
  }

  async function react({ user, channel: channelId, messageTs, name }: Acted & { name: string }): Promise<SlackMessage> {
    const channel = requireMember(world, channelId, user)
    return onceAnnounced(board.addReaction(channel, requireShown(world, channel, messageTs), user, name))
  }

  async function unreact({
    user,
    channel: channelId,
    messageTs,
    name
  }: Acted & { name: string }): Promise<SlackMessage> {
    const channel = requireMember(world, channelId, user)
    return onceAnnounced(board.removeReaction(channel, requireShown(world, channel, messageTs), user, name))
  }

  return { say, edit, remove, unfurl, react, unreact }
}

const toShared = (text: string) => ({ is_msg_unfurl: true, is_share: true, text, fallback: text })

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
export function createMembershipActions({ world, membership }: SlackParts) {
  async function invite(channelId: string, user?: string): Promise<void> {
    if (user !== undefined) requirePerson(world, user)
    await membership.join(requireChannel(world, channelId), user)
  }

  async function removeFrom(channelId: string, user?: string): Promise<void> {
    await membership.leave(requireChannel(world, channelId), user)
  }

  function archive(channelId: string, archived = true): void {
    requireChannel(world, channelId).archived = archived
    world.changed()
  }

  return { invite, removeFrom, archive }
}
