import { actions, button, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { LIMITS } from '../../slack/limits.ts'
import { escapeSlackText } from '../../slack/slack-text.ts'
import type { FoundSecret, SecretKind } from '../rules/find-secrets.ts'

const LOOKS_LIKE: Record<SecretKind, string> = {
  aws: 'an AWS access key',
  azure: 'an Azure key',
  digitalocean: 'a DigitalOcean token',
  github: 'a GitHub token',
  gitlab: 'a GitLab token',
  google: 'a Google key',
  huggingface: 'a Hugging Face token',
  jwt: 'a signed token',
  model: 'the key of a language model',
  named: 'a key, token or password',
  npm: 'an npm token',
  own: 'one of my own secrets',
  'password in an address': 'a password in an address',
  'private key': 'a private key',
  pypi: 'a PyPI token',
  sendgrid: 'a SendGrid key',
  slack: 'a Slack token',
  'slack address': 'a Slack webhook',
  stripe: 'a Stripe key',
  twilio: 'a Twilio key'
}

const MOST_NAMED = 3

/** What was stopped; `sendAnyway` is what it takes to send it after all, undefined where nobody may. */
type Stopped = { what: keyof typeof LEAD; isOneLine: boolean; sendAnyway: string | undefined }

/** Says what looks like a secret, and where, by no more than its first characters. */
export function secretFoundMessage(found: FoundSecret[], { what, isOneLine, sendAnyway }: Stopped): SlackMessage {
  const words = `${LEAD[what]}: this looks like it contains ${escapeSlackText(secretNames(found, isOneLine))}. ${what === 'edit' ? 'Edit' : 'Send'} it again without that`
  if (sendAnyway === undefined) return plainMessage(`${words}.`)
  if (sendAnyway.length > LIMITS.buttonValue) return plainMessage(`${words}. To send it anyway, shorten it first.`)
  return toMessage(
    section(`${words}, or press *Send anyway*.`),
    actions(button('send-anyway', 'Send anyway', sendAnyway))
  )
}

export const secretAsIdMessage = (found: FoundSecret[], isInMessage: boolean): SlackMessage =>
  plainMessage(
    `${isInMessage ? IN_CHANNEL : IN_PRIVATE} Not done: ${escapeSlackText(noIdWords(found))}. Check what you typed.`
  )

/** Unescaped, like the following. */
export const noIdWords = (found: FoundSecret[]): string => `this looks like ${secretNames(found, true)}, not a job’s id`

/** "a GitHub token (ghp_…, line 2)". */
export function secretNames(found: FoundSecret[], isOneLine: boolean): string {
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ kind, line, start }) => LOOKS_LIKE[kind] + (start && ` (${start}…${isOneLine ? '' : `, line ${line}`})`))
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : ''
  return `${named.join(', ')}${more}`
}

const IN_CHANNEL = '*Delete your message and revoke it: it stands in this channel.*'
const IN_PRIVATE = '*Revoke it if others may know it.*'
const LEAD = {
  instruction: `${IN_PRIVATE} Not sent`,
  message: `${IN_CHANNEL} Not sent`,
  edit: `${IN_CHANNEL} Edit not taken`
}
