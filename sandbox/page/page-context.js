import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { tsToMs } from './times.js'

/** What every part of the page may need: the sandbox's state, who is looking, and how to act. */
export const PageContext = createContext(null)

export const usePage = () => useContext(PageContext)

export function nameOf({ server }, userId) {
  if (userId === server.app.userId) return server.app.name
  if (userId === 'USLACKBOT') return 'Slackbot'
  return server.people.find(person => person.id === userId)?.name ?? userId
}

export function kindOf({ server }, userId) {
  return server.people.find(person => person.id === userId)?.kind
}

export function channelName({ server }, channelId) {
  return server.channels.find(channel => channel.id === channelId)?.name ?? channelId
}

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

const inOrder = (...lists) => lists.flat().sort((a, b) => Number(a.ts) - Number(b.ts))

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

export const everyMessage = server => Object.values(server.messages).flat()
export const isBots = (server, message) => message.user === server.app.userId

/** Where the guided path leads. */
export const GUIDED = { channel: 'C0DOCS', job: 'job_8f2' }

/** Its card: the bot may have written about other jobs since, or to somebody directly. */
export const findCard = server =>
  server.messages[GUIDED.channel]?.findLast(
    message => isBots(server, message) && !isReply(message) && message.text.includes(GUIDED.job)
  )

/** The app's shortcuts on a message, or anywhere: of the workspace that somebody belongs to. */
export const shortcutsFor = (page, kind) => (kindOf(page, page.person) === 'outsider' ? [] : page.server.app[kind])
