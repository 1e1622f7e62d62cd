import type { types } from '@slack/bolt'
import { LIMITS, shorten } from './limits.ts'
import { spokenRows } from './table.ts'
import { spokenWords } from './typed-words.ts'

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

/** What a block says aloud. Buttons say nothing: the words around them have to make sense without. */
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

/** The same in lines, for a Slack that takes no table here. Undefined: there is none. */
export function withoutTable({ text, blocks }: SlackMessage): SlackMessage | undefined {
  if (!blocks.some(({ type }) => type === 'table')) return undefined
  const lines = (block: types.TableBlock) => inParts(spokenRows(block)).map(part => section(part))
  return { text, blocks: blocks.flatMap(block => (block.type === 'table' ? lines(block) : [block])) }
}

/** As many lines in each as a section takes. */
function inParts(lines: string[]): string[] {
  const parts: string[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (last === undefined || last.length + line.length >= LIMITS.sectionText) parts.push(line)
    else parts[parts.length - 1] = `${last}\n${line}`
  }
  return parts
}
