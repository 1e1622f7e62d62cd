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

export const escapeInLine = (text: string): string => escapeSlackText(text.replace(DIRECTION, '').replace(/\s+/g, ' '))

export function withoutLeadingMention(text: string, botUserId: string): string {
  const [mention = '', userId] = text.match(/^\s*<@([A-Z0-9]+)(?:\|[^>]*)?>[,:]?\s*/) ?? []
  return userId === botUserId ? text.slice(mention.length) : text
}

/** Whoever begins with the mention speaks to the bot; further on, it is only mentioned. */
export const beginsWithMention = (text: string, botUserId: string): boolean =>
  withoutLeadingMention(text, botUserId) !== text

export const mentions = (text: string, userId: string): boolean => new RegExp(`<@${userId}(?:\\|[^>]*)?>`).test(text)

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

const FENCE = '```'

type Piece = types.RichTextText | types.RichTextEmoji

type Span = { text: string; isCode: boolean }

/** A quote, with code between fences; in several blocks if it is longer than that. No block when there is nothing to show. */
export function typedWords(text: string, longest = Number.POSITIVE_INFINITY): types.RichTextBlock[] {
  const spans = spansOf(text)
  // Nothing but marks of code is shown as such.
  const shown = spans.some(span => elementsOf(span).length > 0) ? spans : [{ text, isCode: false }]
  const pieces = shown.flatMap(span => cut(span.text, longest - marksOf(span)).map(text => ({ ...span, text })))
  return inBlocks(pieces, longest).flatMap(block => {
    const elements = block.flatMap(elementsOf)
    return elements.length === 0 ? [] : [{ type: 'rich_text' as const, elements }]
  })
}

/** What stands between two fences is code. One that is never closed is only what somebody typed. */
function spansOf(text: string): Span[] {
  const parts = text.split(FENCE)
  const afterLast = parts.length % 2 === 0 ? parts.pop() : undefined
  if (afterLast !== undefined) parts.push(`${parts.pop()}${FENCE}${afterLast}`)
  return parts.map((part, at) => {
    const isCode = at % 2 === 1
    return { text: at > 0 && !isCode ? part.trimStart() : part, isCode }
  })
}

/** Code that the cut breaks off stays code. */
export function asBeginning(beginning: string, whole: string): string {
  const fences = fencesIn(beginning)
  return fences % 2 === 1 && fencesIn(whole) > fences ? `${beginning}\n${FENCE}` : beginning
}

export const fencesIn = (text: string) => text.split(FENCE).length - 1

function cut(text: string, longest: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > longest) {
    const beginning = rest.slice(0, longest)
    const ends = [beginning.lastIndexOf('\n') + 1, beginning.lastIndexOf(' ') + 1, wholeCharacters(beginning)]
    const end = ends.find(end => end > longest / 2) ?? longest
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}

const wholeCharacters = (text: string) => text.length - (/[\uD800-\uDBFF]$/.test(text) ? 1 : 0)

const marksOf = ({ isCode }: Span) => (isCode ? 2 * FENCE.length : 0)

function inBlocks(pieces: Span[], longest: number): Span[][] {
  const blocks: Span[][] = []
  let room = 0
  for (const piece of pieces) {
    const length = piece.text.length + marksOf(piece)
    if (length > room) {
      blocks.push([])
      room = longest
    }
    blocks.at(-1)?.push(piece)
    room -= length
  }
  return blocks
}

const elementsOf = ({ text, isCode }: Span) => (isCode ? code(text) : quoted(text))

function code(part: string): types.RichTextBlockElement[] {
  const text = part.replace(/^\n|\n$/g, '')
  return text === '' ? [] : [{ type: 'rich_text_preformatted', border: 0, elements: [{ type: 'text', text }] }]
}

function quoted(part: string): types.RichTextBlockElement[] {
  const text = part.replace(/^\n+/, '').trimEnd()
  return text === '' ? [] : [{ type: 'rich_text_quote', elements: splitAt(text, /`([^`\n]+)`/, codeWord, withEmoji) }]
}

// Slack shows a name that it does not know as it was typed. 10:30:00 is a time.
const EMOJI = /(?<![\w:]):([a-z+-][\w+'-]*(?:::skin-tone-\d)?):(?![\w:])/

const withEmoji = (text: string): Piece[] =>
  splitAt(
    text,
    EMOJI,
    name => ({ type: 'emoji', name }),
    plain => [{ type: 'text', text: plain }]
  )

const codeWord = (text: string): Piece => ({ type: 'text', text, style: { code: true } })

function splitAt(text: string, pattern: RegExp, found: (text: string) => Piece, between: (text: string) => Piece[]) {
  const pieces = text.split(pattern)
  return pieces.flatMap((piece, at) => (piece === '' ? [] : at % 2 === 1 ? [found(piece)] : between(piece)))
}

export const spokenWords = ({ elements }: types.RichTextBlock): string => elements.map(spokenPart).join('\n')

function spokenPart(part: types.RichTextBlockElement): string {
  if (part.type === 'rich_text_list') return ''
  const words = part.elements.map(spokenElement).join('')
  if (part.type === 'rich_text_preformatted') return [FENCE, words, FENCE].join('\n')
  const lines = words.split('\n')
  return lines.map(line => `>${line}`).join('\n')
}

function spokenElement(element: types.RichTextElement): string {
  if (element.type === 'emoji') return `:${element.name}:`
  if (element.type !== 'text') return ''
  return escapeSlackText(element.style?.code ? `\`${element.text}\`` : element.text)
}
