import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

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
