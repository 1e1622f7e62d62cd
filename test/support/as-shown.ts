import { z } from 'zod'

const mrkdwn = z.object({ text: z.string() })
const button = z.object({ text: mrkdwn, url: z.string().optional() })
const inline = z.object({
  type: z.string().optional(),
  text: z.string().default(''),
  name: z.string().optional(),
  user_id: z.string().optional(),
  channel_id: z.string().optional(),
  url: z.string().optional(),
  timestamp: z.number().optional(),
  format: z.string().default(''),
  style: z.object({ code: z.boolean().default(false) }).optional()
})
const quote = z.object({ type: z.string(), elements: z.array(inline) })
const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), text: mrkdwn, accessory: button.optional() }),
  z.object({ type: z.literal('context'), elements: z.array(mrkdwn) }),
  z.object({
    type: z.literal('actions'),
    elements: z.array(button)
  }),
  z.object({ type: z.literal('divider') }),
  z.object({
    type: z.literal('rich_text'),
    elements: z.array(
      z.object({
        type: z.string(),
        elements: z.array(inline)
      })
    )
  }),
  z.object({ type: z.literal('table'), rows: z.array(z.array(z.object({ elements: z.array(quote) }))) })
])

type Message = { text: string; blocks?: unknown[] | undefined; user?: string | undefined }

const NAMES: Record<string, string> = { U0ANA: 'Ana', U0BEN: 'Ben', U0GUS: 'Gus', U0OTTO: 'Otto', C0DOCS: 'docs' }

/** What a person reads: a line for each block but dividers, muted lines after a dash, buttons in brackets. */
export function asShown({ text, blocks }: Message): string {
  const parsed = z.array(blockSchema).parse(blocks ?? [])
  const isTyped = parsed.every(block => block.type === 'rich_text')
  return isTyped ? asRead(text) : parsed.flatMap(blockLine).join('\n')
}

function blockLine(block: z.output<typeof blockSchema>): string | [] {
  switch (block.type) {
    case 'divider':
      return []
    case 'section':
      return [asRead(block.text.text), ...(block.accessory ? [buttonWords(block.accessory)] : [])].join(' ')
    case 'context':
      return block.elements.map(element => `— ${asRead(element.text)}`).join('\n')
    case 'actions':
      return block.elements.map(buttonWords).join(' ')
    case 'rich_text':
      return block.elements.map(quotedWords).join('\n')
    case 'table':
      return block.rows.map(rowWords).join('\n')
  }
}

const rowWords = (cells: { elements: z.output<typeof quote>[] }[]) =>
  `| ${cells.map(cell => cell.elements.flatMap(part => part.elements.map(inlineWords)).join('')).join(' | ')} |`

const buttonWords = ({ text, url }: z.output<typeof button>) => `[${text.text}${url ? ` → ${url}` : ''}]`

/** Every line of a quote with its bar, code between its marks. */
function quotedWords({ type, elements }: z.output<typeof quote>): string {
  const text = elements.map(inlineWords).join('')
  if (type === 'rich_text_preformatted') return `\`\`\`${text}\`\`\``
  const lines = text.split('\n')
  return lines.map(line => `>${line}`).join('\n')
}

function inlineWords({ text, name, style, ...live }: z.output<typeof inline>): string {
  if (name !== undefined) return `:${name}:`
  if (live.user_id !== undefined) return asRead(`<@${live.user_id}>`)
  if (live.channel_id !== undefined) return asRead(`<#${live.channel_id}>`)
  if (live.timestamp !== undefined) return dateAsRead(live.timestamp, live.format)
  if (live.url !== undefined) return `${text} (${live.url})`
  return style?.code ? `\`${text}\`` : text
}

/** Slack's markup as a reader in UTC sees it. What would notify a whole channel is shouted, so that no test overlooks it. */
export function asRead(markup: string): string {
  return markup
    .replace(/<([^<>]+)>/g, (_, token: string) => tokenAsRead(token))
    .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? '&')
}

function tokenAsRead(token: string): string {
  const [target = '', label] = token.split('|')
  const date = /^!date\^(\d+)\^(.+)$/.exec(target)
  if (date) return dateAsRead(Number(date[1]), date[2] ?? '')
  if (target.startsWith('!')) return `ALARM:${target}`
  if (/^[@#]/.test(target)) return `${target[0]}${NAMES[target.slice(1)] ?? target.slice(1)}`
  return label === undefined ? target : `${label} (${target})`
}

function dateAsRead(seconds: number, format: string): string {
  const [day = '', time = ''] = new Date(seconds * 1_000).toISOString().split('T')
  return format
    .replace('{date_short_pretty}', day)
    .replace('{time}', time.slice(0, 5))
    .replace('{time_secs}', time.slice(0, 8))
    .replace('{ago}', `{ago ${time.slice(0, 5)}}`)
}
