import { LIMITS } from '../../slack/blocks.ts'
import { decodeSlackText, withoutLeadingMention } from '../../slack/slack-text.ts'
import { isChatter } from './chatter.ts'

export type BotWord = (typeof WORDS)[number]

const WORDS = ['status', 'list', 'watch', 'mute', 'unmute', 'only mentions', 'every reply', 'help'] as const
// No agent stops at one word of a reply.
const STOPS = ['stop', 'cancel', 'abort']

/** What a reply in a bound thread is: a word for the bot, an aside between people, or an instruction for the agent. */
export type ReplyMeaning =
  | { kind: 'word'; word: BotWord }
  | { kind: 'aside' }
  | { kind: 'empty' }
  | { kind: 'too long' }
  | Chatter
  | { kind: 'instruction'; prompt: string }

/** Probably not meant for the agent: thanks and the like, or a bare “stop”. */
export type Chatter = { kind: 'chatter' | 'stop'; prompt: string }

export function parseReply(text: string, botUserId: string): ReplyMeaning {
  if (text.length > LIMITS.typedText) return { kind: 'too long' }
  const prompt = decodeSlackText(withoutLeadingMention(text, botUserId)).trim()
  if (/^\p{Cf}*$/u.test(prompt)) return { kind: 'empty' }
  if (/^\p{Cf}*\/\//u.test(prompt)) return { kind: 'aside' }
  // Words copied from the bot's own messages come formatted as code.
  const said = prompt
    .replace(/[`\p{Cf}]/gu, '')
    .trim()
    .replace(/^!/, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/\s?[.!?…]{1,3}$/, '')
  const word = WORDS.find(candidate => candidate === said)
  if (word) return { kind: 'word', word }
  if (STOPS.includes(said)) return { kind: 'stop', prompt }
  const bare = prompt.length > LONGEST_CHATTER ? prompt : decodeSlackText(text.replace(MENTION, ' ')).trim()
  return { kind: isChatter(bare) ? 'chatter' : 'instruction', prompt }
}

const LONGEST_CHATTER = 300

// Whom somebody thanks is not part of what they say.
const MENTION = /<@[A-Z0-9]{1,40}(?:\|[^<>]{0,200})?>/g
