import { newId } from './slack-ids.ts'
import type { Block, Json } from './slack-types.ts'
import { unescapeText } from './typed-text.ts'

const TOKEN = new RegExp(
  [
    String.raw`<@(?<user>[UW][A-Z0-9]+)(?:\|[^>]*)?>`,
    String.raw`<#(?<channel>[CG][A-Z0-9]+)(?:\|[^>]*)?>`,
    '<!(?<range>here|channel|everyone)>',
    String.raw`<(?<url>(?:https?:\/\/|mailto:)[^|>]+)(?:\|(?<label>[^>]*))?>`,
    ':(?<emoji>[a-z][a-z0-9_+-]*):',
    '`(?<code>[^`\n]+)`'
  ].join('|'),
  'g'
)

/** The rich_text block that Slack's own clients send along with the text of a message. */
export function toRichText(encoded: string): Block[] {
  const parts = encoded.split(/```([\s\S]*?)```/)
  const elements = parts.flatMap((part, at): Json[] => {
    // The line ends beside a fence belong to neither side.
    const text = part.replace(at === 0 ? /\n$/ : /^\n|\n$/g, '')
    if (at % 2 === 1) return [{ type: 'rich_text_preformatted', border: 0, elements: [textElement(text)] }]
    return text === '' ? [] : [{ type: 'rich_text_section', elements: inline(text) }]
  })
  return elements.length > 0 ? [{ type: 'rich_text', block_id: newId('', 5), elements }] : []
}

function inline(text: string): Json[] {
  const elements: Json[] = []
  let done = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > done) elements.push(textElement(text.slice(done, match.index)))
    elements.push(tokenElement(match.groups ?? {}))
    done = match.index + match[0].length
  }
  if (done < text.length) elements.push(textElement(text.slice(done)))
  return elements
}

function textElement(encoded: string): Json {
  return { type: 'text', text: unescapeText(encoded) }
}

function tokenElement({ user, channel, range, url, label, emoji, code }: Partial<Record<string, string>>): Json {
  if (user) return { type: 'user', user_id: user }
  if (channel) return { type: 'channel', channel_id: channel }
  if (range) return { type: 'broadcast', range }
  if (emoji) return { type: 'emoji', name: emoji }
  if (code) return { ...textElement(code), style: { code: true } }
  const address = unescapeText(url ?? '')
  return label ? { type: 'link', url: address, text: unescapeText(label) } : { type: 'link', url: address }
}
