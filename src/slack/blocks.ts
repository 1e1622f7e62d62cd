import type { types } from '@slack/bolt'
import { LIMITS, shorten } from './limits.ts'

/** One message: `text` is what a notification and a screen reader say, so it is complete without the blocks. */
export type SlackMessage = { text: string; blocks: types.KnownBlock[] }

// Verbatim: a quoted @channel, address or channel name stays plain text; only our own <…> is markup.

export function section(markdown: string): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: shorten(markdown, LIMITS.sectionText), verbatim: true } }
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

export function button(actionId: string, label: string, value: string, style?: 'primary' | 'danger'): types.Button {
  const text = { type: 'plain_text' as const, text: shorten(label, LIMITS.buttonText), emoji: true }
  return { type: 'button', action_id: actionId, text, value, ...(style && { style }) }
}

export function linkButton(actionId: string, label: string, url: string): types.Button {
  const text = { type: 'plain_text' as const, text: shorten(label, LIMITS.buttonText), emoji: true }
  return { type: 'button', action_id: actionId, text, url, style: 'primary' }
}

export function plainMessage(markdown: string): SlackMessage {
  return { text: shorten(markdown, LIMITS.messageText), blocks: [section(markdown)] }
}
