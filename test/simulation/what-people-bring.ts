import { z } from 'zod'
import type { GivenFile } from '../../sandbox/slack/file-store.ts'
import type { Forwarded } from '../../sandbox/slack/message-actions.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import type { Chance } from './seeded-random.ts'

/** What a message holds besides its words, and what the agent gets of it. */
export type Brought = {
  forwarded?: Forwarded
  forwardSent?: string
  /** Where Slack does not say a name, the agent gets the id. */
  names?: Record<string, string>
  files?: GivenFile[]
  /** By the name of each file that can be read. */
  filesSent?: { name: string; text: string }[]
}

/** What somebody said in a thread before the bot was called into it; secrets stay there. */
export type Talk = { by: string; text: string }

const FORWARD_SHARE = 0.12
const FILE_SHARE = 0.12
const SECRET_SHARE = 0.15

export const WORDS = /(?:command|reply|instruction) \d+/

/** By these, a follow-up is found again, whatever goes along with it. */
export const wordsOf = (prompt: string): string => WORDS.exec(prompt)?.[0] ?? prompt

/** Of a follow-up's row: by which words it is found again, and what of what was brought did not go. */
export const BROUGHT = `prompt, coalesce(brought -> 'unsent', '[]') as unsent,
  coalesce(brought ->> 'above', '') = 'unread' as "isAboveUnread"`
export const broughtRow = z.object({
  prompt: z.string().transform(wordsOf),
  unsent: z.array(z.string()),
  isAboveUnread: z.boolean()
})

/** A message that somebody could forward. */
type Source = { text: string; author: string; authorName: string; channel: string; channelName: string }

export function pickBrought(chance: Chance, source: Source, number: number): Brought {
  const { text, author, authorName, channel, channelName } = source
  const lead = `Forwarded from @${authorName} in #${channelName}:`
  const forward = chance.happens(FORWARD_SHARE) && {
    forwarded: { text, author, channel },
    forwardSent: `${lead}\n${text}`,
    names: { [author]: authorName, [channel]: channelName }
  }
  return { ...forward, ...(chance.happens(FILE_SHARE) && pickFile(chance, number)) }
}

function pickFile(chance: Chance, number: number): Brought {
  const [name, content] = [`log-${number}.txt`, `line ${number}`]
  const read = { filesSent: [{ name, text: `File ${name}:\n\`\`\`\n${content}\n\`\`\`` }] }
  return chance.pick([
    { files: [{ name, content }], ...read },
    { files: [{ name, content, trouble: 'fails once' }], ...read },
    { files: [{ name: `picture-${number}.png` }, { name, content }], ...read },
    { files: [{ name, content, trouble: 'is gone' }] }
  ])
}

export function pickTalk(chance: Chance, people: string[], next: () => number): Talk[] {
  return Array.from({ length: chance.between(1, 3) }, () => {
    const text = chance.happens(SECRET_SHARE) ? makeCanary('a GitHub token') : `talk ${next()}`
    return { by: chance.pick(people), text }
  })
}

/** Undefined: there is nothing of it that may go along. */
export function aboveSent(talk: Talk[], nameOf: (id: string) => string): string | undefined {
  const lines = talk.filter(({ text }) => text.startsWith('talk')).map(({ by, text }) => `${nameOf(by)}: ${text}`)
  return lines.length === 0 ? undefined : ['From the thread above:', ...lines].join('\n')
}

export type Expected = {
  /** The words themselves; a forward can be all there is. */
  words?: string
  brought?: Brought
  above?: string
}

/** What became of it by the bot's own account, as people can read it. */
export type Admitted = { unsent: string[]; isAboveLeftOut: boolean }

/** Whether the agent got what its author brought, byte for byte, but for what people were told had to stay. */
export function isAsBrought(prompt: string, { words, brought = {}, above }: Expected, admitted: Admitted): boolean {
  const { forwardSent, filesSent = [], names = {} } = brought
  const files = filesSent.filter(({ name }) => !admitted.unsent.includes(name)).map(({ text }) => text)
  const before = [words, forwardSent, ...files].filter(part => part !== undefined)
  const withoutTimes = prompt.replace(/ \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\): /g, ': ')
  const named = Object.entries(names).reduce((text, [id, name]) => text.replaceAll(id, name), withoutTimes)
  const isAlone = named === before.join('\n\n')
  if (above === undefined) return isAlone
  return named === [...before, above].join('\n\n') || (admitted.isAboveLeftOut && isAlone)
}

/** With the words alone as its prompt, and all of it beside. */
export const byWords = <Sent extends { prompt: string }>(sent: Sent) => ({
  ...sent,
  prompt: wordsOf(sent.prompt),
  whole: sent.prompt
})
