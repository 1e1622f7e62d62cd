import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import { offerDraft } from './answers.ts'

const MOST_NAMED = 3

/** The message repeats nothing of the secret. */
export const secretFoundMessage = (found: FoundSecret[], from: 'command' | 'message'): SlackMessage =>
  offerDraft(withAdvice(`Not sent: ${secretWords(found)}.`, from === 'message'), { words: '' })

export const secretAsIdMessage = (found: FoundSecret[], isInChannel: boolean): SlackMessage =>
  plainMessage(withAdvice(`Not done: ${secretAsIdWords(found)}.`, isInChannel))

export const secretAsIdWords = ([found]: FoundSecret[]): string => `this looks like ${found?.what}, not a job’s id`

export function secretWords(found: FoundSecret[]): string {
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ what, line }) => (line === undefined ? `this holds ${what}` : `line ${line} looks like ${what}`))
  return [...named, ...(found.length > MOST_NAMED ? ['and more'] : [])].join(', ')
}

/** What others can read is to be deleted before anything else is read about it. */
const withAdvice = (words: string, isInChannel: boolean) =>
  isInChannel
    ? `*Delete your message and revoke it: it stands in this channel.*\n${words}`
    : `${words} *Revoke it if anybody else may have seen it.*`
