import type { types } from '@slack/bolt'

// Only what Slack itself generates: `<div>`, `<@Override>` or `<!doctype>` in an unescaped command is what the person typed.
const TOKEN =
  /<([@#][A-Z0-9]+(?:\|[^<>]*)?|!(?:here|channel|everyone|subteam\^|date\^)[^<>]*|(?i:https?|mailto|tel|ftp|slack):[^<>]+)>/g

export function decodeSlackText(text: string): string {
  const plain = text.replace(TOKEN, (_, token: string) => decodeToken(token))
  return plain.replace(/&(lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&' }

function decodeToken(token: string): string {
  const bar = token.indexOf('|')
  const target = bar < 0 ? token : token.slice(0, bar)
  const label = bar < 0 ? '' : token.slice(bar + 1)
  if (target.startsWith('@') || target.startsWith('#')) return label ? withSign(target[0] ?? '', label) : target
  if (target.startsWith('!')) return decodeSpecial(target, label)
  const address = target.replace(/^(mailto|tel):/i, '')
  // Slack links text that merely looks like an address: the label is then what the person typed.
  if (label === '' || label === address || sameAddress(label, address)) return label || address
  return `${label} (${address})`
}

const withSign = (sign: string, label: string) => (label.startsWith(sign) ? label : sign + label)

function decodeSpecial(target: string, label: string): string {
  const name = target.slice(1)
  if (label !== '') return /^subteam|^here$|^channel$|^everyone$/.test(name) ? withSign('@', label) : label
  return name.startsWith('date^') ? '' : `@${name}`
}

function sameAddress(label: string, address: string): boolean {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '') === label.replace(/\/$/, '')
}

/** Text that is shown as is: nothing in it can mention a person, notify a channel or make a link. */
export function escapeSlackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Turns around what follows on the line, unseen, unless it is closed again. The marks that Hebrew and Arabic need do not. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

const ONE_EMOJI = String.raw`[\p{Emoji}--\p{ASCII}]\p{Emoji_Modifier}?\ufe0f?`

/** What is seen in spite of its parts: an emoji made of several, a key, and what joins or parts two letters in some scripts. */
const JOINED = String.raw`${ONE_EMOJI}(?:\u200d${ONE_EMOJI})*|[0-9#*]\ufe0f\u20e3|(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})`

const UNSEEN = new RegExp(String.raw`(${JOINED})|\p{Default_Ignorable_Code_Point}|[\p{Cc}--[\n\t]]`, 'gv')

const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** Only what people see of it: some characters are drawn by nobody, and read by machines all the same. */
export const visibleText = (text: string): string => text.replace(LINE_END, '\n').replace(UNSEEN, '$1')

/** Nobody’s second line passes for what somebody else said. */
export const asOneSaid = (words: string): string => words.replace(/\n/g, '\n| ')

export const escapeInLine = (text: string): string => escapeSlackText(text.replace(DIRECTION, '').replace(/\s+/g, ' '))

export function withoutLeadingMention(text: string, botUserId: string): string {
  const [mention = '', userId] = text.match(/^[\s\p{Cf}]*<@([A-Z0-9]+)(?:\|[^>]*)?>[,:]?\s*/u) ?? []
  return userId === botUserId ? text.slice(mention.length) : text
}

/** Whoever begins with the mention speaks to the bot; further on, it is only mentioned. */
export const beginsWithMention = (text: string, botUserId: string): boolean =>
  withoutLeadingMention(text, botUserId) !== text

/** Slack shows a time in the reader's own time zone, with a capital unless the words before it are a part of it. */
export function slackTime(
  ms: number,
  format: '{time}' | '{time_secs}' | '{date_short_pretty} {time}' | '{ago}' = '{time}',
  before = ''
): string {
  return `<!date^${Math.floor(ms / 1_000)}^${before}${format}|${before}${utcTime(ms)}>`
}

export const utcTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function messageTimeMs(ts: string): number {
  return Math.round(Number(ts) * 1_000)
}

/** Whether it is somebody's direct messages with the bot, or between two people. */
export const isDirect = (channelId: string): boolean => channelId.startsWith('D')

/** Whether the place is a person's id, by which the bot can post to their direct messages. */
export const isPerson = (channelId: string): boolean => /^[UW]/.test(channelId)

export const threadUrl = (workspaceUrl: string, { channelId, threadTs }: { channelId: string; threadTs: string }) =>
  `${workspaceUrl}archives/${channelId}/p${threadTs.replace('.', '')}?thread_ts=${threadTs}&cid=${channelId}`

export const messageUrl = (
  workspaceUrl: string,
  { channelId, ts, threadTs }: { channelId: string; ts: string; threadTs: string }
) => {
  const thread = threadTs === ts ? '' : `?thread_ts=${threadTs}&cid=${channelId}`
  return `${workspaceUrl}archives/${channelId}/p${ts.replace('.', '')}${thread}`
}

// A person's words, shown as that person typed them: nothing in them can mention anybody or make a link.

/** As much as fits into a block, up to where a line ends or else a word. */
const PIECE = /.{1,2900}(?:\n|$)|.{1,2900}\s|.{1,2900}/gsu

/** A quote; in several blocks if it is long. No block when there is nothing to show. */
export const typedWords = (text: string): types.RichTextBlock[] =>
  (text.match(PIECE) ?? []).flatMap(piece => {
    const elements = withEmoji(piece.replace(/^\n+/, '').trimEnd())
    return elements.length === 0 ? [] : [{ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements }] }]
  })

// Slack shows a name that it does not know as it was typed. 10:30:00 is a time.
const EMOJI = /(?<![\w:]):([a-z+-][\w+'-]*(?:::skin-tone-\d)?):(?![\w:])/

const withEmoji = (text: string): (types.RichTextText | types.RichTextEmoji)[] =>
  text
    .split(EMOJI)
    .flatMap((piece, at) =>
      piece === '' ? [] : [at % 2 === 1 ? { type: 'emoji', name: piece } : { type: 'text', text: piece }]
    )

export function spokenWords({ elements }: types.RichTextBlock): string {
  const words = elements.flatMap(part => (part.type === 'rich_text_quote' ? part.elements.map(spokenElement) : []))
  return `>${words.join('').replaceAll('\n', '\n>')}`
}

function spokenElement(element: types.RichTextElement): string {
  if (element.type === 'emoji') return `:${element.name}:`
  return element.type === 'text' ? escapeSlackText(element.text) : ''
}
