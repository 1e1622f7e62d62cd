import type { types } from '@slack/bolt'
import { escapeSlackText } from './slack-text.ts'

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

/** The same for a screen reader: a line for each row, without the head. */
export function spokenRows({ rows }: types.TableBlock): string[] {
  return rows.slice(1).map(row => row.map(spokenCell).join(' · '))
}

function spokenCell(cell: types.TableBlock['rows'][number][number]): string {
  if (cell.type !== 'rich_text') return ''
  return cell.elements.flatMap(part => (part.type === 'rich_text_section' ? part.elements.map(spoken) : [])).join('')
}

function spoken(element: types.RichTextElement): string {
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
