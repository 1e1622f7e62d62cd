import type { types } from '@slack/bolt'
import { escapeSlackText } from './slack-text.ts'

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

/** The beginning of a longer text; code that it cuts off stays code. */
export function asBeginning(beginning: string, whole: string): string {
  const fences = fencesIn(beginning)
  return fences % 2 === 1 && fencesIn(whole) > fences ? `${beginning}\n${FENCE}` : beginning
}

export const fencesIn = (text: string) => text.split(FENCE).length - 1

/** Where lines end if possible, else where words do, and never within a character. */
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

/** How much its marks take of a block. */
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

/** What `pattern` captures becomes one element; what stands between, as many as it takes. */
function splitAt(text: string, pattern: RegExp, found: (text: string) => Piece, between: (text: string) => Piece[]) {
  const pieces = text.split(pattern)
  return pieces.flatMap((piece, at) => (piece === '' ? [] : at % 2 === 1 ? [found(piece)] : between(piece)))
}

/** The same for a screen reader. */
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
