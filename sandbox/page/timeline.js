import { tsToMs } from './times.js'

const TOGETHER_MS = 5 * 60_000

const isReply = message => message.thread_ts !== undefined && message.thread_ts !== message.ts

/** What a person sees in a channel: messages, replies that were also sent to it, and what only they see. */
export function channelEntries(server, channelId, person, dismissed) {
  const messages = (server.messages[channelId] ?? []).filter(
    message => !isReply(message) || message.subtype === 'thread_broadcast'
  )
  const own = ownEphemerals(server, channelId, person, dismissed).filter(message => message.thread_ts === undefined)
  return inOrder(messages, own)
}

/** The replies under a message, with what only this person sees there. */
export function threadEntries(server, channelId, threadTs, person, dismissed) {
  const replies = (server.messages[channelId] ?? []).filter(
    message => isReply(message) && message.thread_ts === threadTs
  )
  const own = ownEphemerals(server, channelId, person, dismissed).filter(message => message.thread_ts === threadTs)
  return inOrder(replies, own)
}

function ownEphemerals(server, channelId, person, dismissed) {
  return server.ephemerals
    .filter(shown => shown.channel === channelId && shown.user === person && !dismissed.has(shown.ts))
    .map(shown => ({
      ...shown,
      user: shown.from === 'slack' ? 'USLACKBOT' : server.app.userId,
      reactions: [],
      isPrivate: true
    }))
}

function inOrder(...lists) {
  const entries = lists.flat().sort((a, b) => Number(a.ts) - Number(b.ts))
  return entries.map((message, at) => ({ message, isContinued: continues(message, entries[at - 1]) }))
}

function continues(message, before) {
  if (!before || before.user !== message.user || before.isPrivate !== message.isPrivate) return false
  // The bot speaks about one job after the other: each of its messages is read by itself.
  if (message.subtype || before.subtype || message.isPrivate || message.bot_id) return false
  return tsToMs(message.ts) - tsToMs(before.ts) < TOGETHER_MS
}

export const findMessage = (server, channelId, ts) => server.messages[channelId]?.find(message => message.ts === ts)

/** Full members see every public channel; everyone else sees only those they are in. */
export function channelsOf(server, person) {
  const isMember = server.people.some(({ id, kind }) => id === person && kind === 'member')
  return server.channels.filter(({ members, kind }) => members.includes(person) || (isMember && kind === 'public'))
}

export const isDirect = channel => channel?.kind === 'dm'

/** Whether someone else wrote here since this person last looked. */
export function isUnread(server, channelId, person, sinceMs) {
  return (server.messages[channelId] ?? []).some(
    message =>
      message.user !== person &&
      tsToMs(message.ts) > sinceMs &&
      (!isReply(message) || message.subtype === 'thread_broadcast')
  )
}
