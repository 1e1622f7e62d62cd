import { z } from 'zod'

const mrkdwn = z.object({ text: z.string() })
const button = z.object({ text: mrkdwn, url: z.string().optional() })
const inline = z.object({ text: z.string().default(''), name: z.string().optional() })
const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), text: mrkdwn }),
  z.object({ type: z.literal('context'), elements: z.array(mrkdwn) }),
  z.object({
    type: z.literal('actions'),
    elements: z.array(button)
  }),
  z.object({ type: z.literal('divider') }),
  z.object({
    type: z.literal('rich_text'),
    elements: z.array(z.object({ elements: z.array(inline) }))
  })
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
      return asRead(block.text.text)
    case 'context':
      return block.elements.map(element => `— ${asRead(element.text)}`).join('\n')
    case 'actions':
      return block.elements.map(buttonWords).join(' ')
    case 'rich_text':
      return block.elements.map(quotedWords).join('\n')
  }
}

const buttonWords = ({ text, url }: z.output<typeof button>) => `[${text.text}${url ? ` → ${url}` : ''}]`

const quotedWords = ({ elements }: { elements: z.output<typeof inline>[] }) =>
  `>${elements.map(inlineWords).join('').replaceAll('\n', '\n>')}`

const inlineWords = ({ text, name }: z.output<typeof inline>) => (name === undefined ? text : `:${name}:`)

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
