import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import type { FoundSecret } from '../rules/find-secrets.ts'
import { notSentMessage } from './not-sent-message.ts'

const MOST_NAMED = 3

/** Says where there is a secret and what kind it is, and repeats nothing of it. */
export function secretFoundMessage(found: FoundSecret[], from: 'command' | 'message' | 'edit'): SlackMessage {
  const why = `${secretWords(found)}. ${revokeWords(from !== 'command')}`
  return from === 'edit' ? plainMessage(`Edit not taken: ${why}`) : notSentMessage(why, { words: '' })
}

export const secretAsIdMessage = (found: FoundSecret[], isInChannel: boolean): SlackMessage =>
  plainMessage(`Not done: ${secretAsIdWords(found)}. ${revokeWords(isInChannel)}`)

export const secretAsIdWords = ([found]: FoundSecret[]): string => `this looks like ${found?.what}, not a job’s id`

/** "line 3 looks like a GitHub token" */
export function secretWords(found: FoundSecret[]): string {
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ what, line }) => (line === undefined ? `this holds ${what}` : `line ${line} looks like ${what}`))
  return [...named, ...(found.length > MOST_NAMED ? ['and there is more'] : [])].join(', ')
}

const revokeWords = (isInChannel: boolean) =>
  isInChannel ? '*Delete your message and revoke it: it stands in this channel.*' : '*Revoke it if others may know it.*'
