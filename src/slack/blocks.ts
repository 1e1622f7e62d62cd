import type { types } from '@slack/bolt'
import { escapeSlackText, spokenWords } from './slack-text.ts'

/** Our own markup: people, channels, links and times in angle brackets, everything else escaped. */
type Markup = string

const TOKEN = /(<[^<>]+>)/
const DATE = /^!date\^(\d+)\^([^|^]+)\|(.+)$/
const BOLD = /^\*([^*]+)\*$/

/** Slack takes a hundred rows, a single table in a message, and no empty cell. */
export function table(head: string[], rows: Markup[][]): types.TableBlock {
  return {
    type: 'table',
    column_settings: head.map(() => ({ is_wrapped: true })),
    rows: [head.map(name => cell([{ type: 'text', text: name, style: { bold: true } }])), ...rows.map(toRow)]
  }
}

const toRow = (cells: Markup[]) => cells.map(markup => cell(elementsOf(markup === '' ? '–' : markup)))

const cell = (elements: types.RichTextElement[]): types.RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }]
})

function elementsOf(markup: Markup): types.RichTextElement[] {
  const [, bold] = BOLD.exec(markup) ?? []
  if (bold !== undefined) return [{ type: 'text', text: plain(bold), style: { bold: true } }]
  const parts = markup.split(TOKEN).filter(part => part !== '')
  return parts.map(part => (TOKEN.test(part) ? elementOf(part.slice(1, -1)) : { type: 'text', text: plain(part) }))
}

function elementOf(token: string): types.RichTextElement {
  const [, seconds, format = '', fallback = ''] = DATE.exec(token) ?? []
  if (seconds !== undefined) return { type: 'date', timestamp: Number(seconds), format, fallback }
  if (token.startsWith('@')) return { type: 'user', user_id: token.slice(1) }
  if (token.startsWith('#')) return { type: 'channel', channel_id: token.slice(1) }
  const [url = '', label = url] = token.split('|')
  return { type: 'link', url: plain(url), text: plain(label) }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&' }
const plain = (markup: Markup) => markup.replace(/&(lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')

function spokenRows({ rows }: types.TableBlock): string[] {
  return rows.slice(1).map(row => row.map(spokenCell).join(' · '))
}

function spokenCell(cell: types.TableBlock['rows'][number][number]): string {
  if (cell.type !== 'rich_text') return ''
  return cell.elements
    .flatMap(part => (part.type === 'rich_text_section' ? part.elements.map(spokenElement) : []))
    .join('')
}

function spokenElement(element: types.RichTextElement): string {
  switch (element.type) {
    case 'text':
      return element.style?.bold ? `*${escapeSlackText(element.text)}*` : escapeSlackText(element.text)
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return `<#${element.channel_id}>`
    case 'link':
      return `<${escapeSlackText(element.url)}|${escapeSlackText(element.text ?? element.url)}>`
    case 'date':
      return `<!date^${element.timestamp}^${element.format}|${element.fallback}>`
    default:
      return ''
  }
}

/** What Slack accepts, in characters unless the name says otherwise. */
export const LIMITS = {
  messageText: 4_000,
  // Only a message that is edited has to be shorter, and one with a table is private.
  tableText: 12_000,
  sectionText: 3_000,
  contextText: 2_000,
  contextElements: 10,
  buttonText: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
  blocks: 50,
  optionText: 75,
  inputText: 3_000,
  // A person can type 40,000, some of which Slack writes as five (`&amp;`).
  typedText: 200_000
} as const

/** How long Slack waits for an answer: three seconds, minus the round trip. */
export const SLACK_WAITS_MS = 2_300

export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** One message: `text` is what phones and screen readers say, so it is complete without the blocks. */
export type SlackMessage = { text: string; blocks: types.KnownBlock[] }

export function toMessage(...blocks: types.KnownBlock[]): SlackMessage {
  const lines = blocks.flatMap((block, at) => {
    // Two quotes in a row would read as one.
    const isNextQuote = block.type === 'rich_text' && blocks[at - 1]?.type === 'rich_text'
    return isNextQuote ? ['', ...spoken(block)] : spoken(block)
  })
  const isTable = blocks.some(({ type }) => type === 'table')
  return { text: shorten(lines.join('\n'), isTable ? LIMITS.tableText : LIMITS.messageText), blocks }
}

/** Buttons say nothing: the words around them have to make sense without. */
function spoken(block: types.KnownBlock): string[] {
  if (block.type === 'section') return block.text ? [block.text.text] : []
  if (block.type === 'context')
    return block.elements.flatMap(element => (element.type === 'mrkdwn' ? [element.text] : []))
  if (block.type === 'table') return spokenRows(block)
  return block.type === 'rich_text' ? [spokenWords(block)] : []
}

// Verbatim: a quoted @channel, address or channel name stays plain text; only our own <…> is markup.

export function section(markdown: string, accessory?: types.Button): types.SectionBlock {
  const text = { type: 'mrkdwn' as const, text: shorten(markdown, LIMITS.sectionText), verbatim: true }
  return { type: 'section', text, ...(accessory && { accessory }) }
}

export function context(...lines: string[]): types.ContextBlock {
  const elements = lines
    .slice(0, LIMITS.contextElements)
    .map(line => ({ type: 'mrkdwn' as const, text: shorten(line, LIMITS.contextText), verbatim: true }))
  return { type: 'context', elements }
}

export function actions(...elements: types.Button[]): types.ActionsBlock {
  return { type: 'actions', elements }
}

export const divider = (): types.DividerBlock => ({ type: 'divider' })

export function button(actionId: string, label: string, value: string, style?: 'primary' | 'danger'): types.Button {
  const text = { type: 'plain_text' as const, text: shorten(label, LIMITS.buttonText), emoji: true }
  return { type: 'button', action_id: actionId, text, value, ...(style && { style }) }
}

export function linkButton(actionId: string, label: string, url: string, style?: 'primary'): types.Button {
  const text = { type: 'plain_text' as const, text: shorten(label, LIMITS.buttonText), emoji: true }
  return { type: 'button', action_id: actionId, text, url, ...(style && { style }) }
}

export const plainMessage = (markdown: string): SlackMessage => toMessage(section(markdown))

/** For a Slack that takes no table here; undefined if there is none. */
export function withoutTable({ text, blocks }: SlackMessage): SlackMessage | undefined {
  if (!blocks.some(({ type }) => type === 'table')) return undefined
  const lines = (block: types.TableBlock) => inParts(spokenRows(block)).map(part => section(part))
  return { text, blocks: blocks.flatMap(block => (block.type === 'table' ? lines(block) : [block])) }
}

function inParts(lines: string[]): string[] {
  const parts: string[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (last === undefined || last.length + line.length >= LIMITS.sectionText) parts.push(line)
    else parts[parts.length - 1] = `${last}\n${line}`
  }
  return parts
}
