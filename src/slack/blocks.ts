import type { types } from '@slack/bolt'
import { spokenWords } from './slack-text.ts'

/** What Slack accepts, in characters unless the name says otherwise. */
export const LIMITS = {
  messageText: 12_000,
  editedText: 4_000,
  sectionText: 3_000,
  contextText: 2_000,
  buttonValue: 2_000,
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
  return { text: shorten(lines.join('\n'), LIMITS.messageText), blocks }
}

/** Buttons say nothing: the words around them have to make sense without. */
function spoken(block: types.KnownBlock): string[] {
  if (block.type === 'section') return block.text ? [block.text.text] : []
  if (block.type === 'context')
    return block.elements.flatMap(element => (element.type === 'mrkdwn' ? [element.text] : []))
  return block.type === 'rich_text' ? [spokenWords(block)] : []
}

// Verbatim: a quoted @channel, address or channel name stays plain text; only our own <…> is markup.

const mrkdwn = (markdown: string, length: number) =>
  ({ type: 'mrkdwn', text: shorten(markdown, length), verbatim: true }) as const

export const section = (markdown: string): types.SectionBlock => ({
  type: 'section',
  text: mrkdwn(markdown, LIMITS.sectionText)
})

export const context = (line: string): types.ContextBlock => ({
  type: 'context',
  elements: [mrkdwn(line, LIMITS.contextText)]
})

export const actions = (...elements: types.Button[]): types.ActionsBlock => ({ type: 'actions', elements })

/** None, if there is no button. */
export const buttonRow = (...buttons: types.Button[]): types.KnownBlock[] =>
  buttons.length === 0 ? [] : [actions(...buttons)]

export const divider = (): types.DividerBlock => ({ type: 'divider' })

export const plainText = (text: string) => ({ type: 'plain_text', text, emoji: true }) as const

export const button = (actionId: string, label: string, value: string): types.Button => ({
  type: 'button',
  action_id: actionId,
  text: plainText(shorten(label, LIMITS.optionText)),
  value
})

export const plainMessage = (markdown: string): SlackMessage => toMessage(section(markdown))
