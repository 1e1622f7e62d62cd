import type { types } from '@slack/bolt'
import { spokenRows } from './table.ts'
import { spokenWords } from './typed-words.ts'

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

/** At most `length` characters, never half of one; cut text ends in an ellipsis. */
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
