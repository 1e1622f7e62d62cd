import { z } from 'zod'

const mrkdwn = z.object({ text: z.string() })
const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), text: mrkdwn }),
  z.object({ type: z.literal('context'), elements: z.array(mrkdwn) }),
  z.object({
    type: z.literal('actions'),
    elements: z.array(z.object({ text: mrkdwn, url: z.string().optional() }))
  }),
  z.object({ type: z.literal('rich_text') })
])

type Message = { text: string; blocks?: unknown[] | undefined; user?: string | undefined }

const NAMES: Record<string, string> = { U0ANA: 'Ana', U0BEN: 'Ben', U0GUS: 'Gus', U0OTTO: 'Otto', C0DOCS: 'docs' }

/** What a person reads: a line for each block, muted lines after a dash, buttons in brackets. */
export function asShown({ text, blocks }: Message): string {
  const parsed = z.array(blockSchema).parse(blocks ?? [])
  const isTyped = parsed.length === 0 || parsed.some(block => block.type === 'rich_text')
  return isTyped ? asRead(text) : parsed.map(blockLine).join('\n')
}

function blockLine(block: z.output<typeof blockSchema>): string {
  switch (block.type) {
    case 'section':
      return asRead(block.text.text)
    case 'context':
      return block.elements.map(element => `— ${asRead(element.text)}`).join('\n')
    case 'actions':
      return block.elements.map(({ text, url }) => `[${text.text}${url ? ` → ${url}` : ''}]`).join(' ')
    case 'rich_text':
      return ''
  }
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
  return format.replace('{date_short_pretty}', day).replace('{time}', time.slice(0, 5))
}
