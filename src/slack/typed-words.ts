import type { types } from '@slack/bolt'
import { escapeSlackText } from './slack-text.ts'

// A person's words, shown as that person typed them: nothing in them can mention anybody or make a link.

const FENCE = '```'

type Piece = types.RichTextText | types.RichTextEmoji

/** A quote; what stands between fences is code. No block when there is nothing to show. */
export function typedWords(text: string): types.RichTextBlock[] {
  const parts = text.split(FENCE)
  const elements = parts.flatMap((part, at): types.RichTextBlockElement[] =>
    at % 2 === 1 ? code(part) : quoted(at > 0 ? part.trimStart() : part)
  )
  // Nothing but marks of code is shown as such.
  const shown = elements.length > 0 || text.trim() === '' ? elements : plain(text)
  return shown.length === 0 ? [] : [{ type: 'rich_text', elements: shown }]
}

function code(part: string): types.RichTextBlockElement[] {
  const text = part.replace(/^\n|\n$/g, '')
  return text === '' ? [] : [{ type: 'rich_text_preformatted', border: 0, elements: [{ type: 'text', text }] }]
}

const plain = (text: string): types.RichTextBlockElement[] => [
  { type: 'rich_text_quote', elements: [{ type: 'text', text }] }
]

function quoted(part: string): types.RichTextBlockElement[] {
  const text = part.replace(/^\n+|\s+$/g, '')
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
