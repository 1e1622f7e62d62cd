import type { Block, Channel, Json, Person } from './slack-types.ts'
import { BOT, newId } from './slack-world.ts'

type Known = { people: ReadonlyMap<string, Person>; channels: ReadonlyMap<string, Channel> }

// Slack links every bare name that ends in a real top-level domain, so `foo.py` and `README.md` become links.
const DOMAINS = 'com|org|net|io|dev|ai|app|co|py|rs|sh|md|me|pl|so|is|to|gg|fr|de|uk|eu|us|it'
const TOKEN = new RegExp(
  [
    '<@(?<user>[UW][A-Z0-9]+)>',
    '<#(?<channel>[CG][A-Z0-9]+)>',
    String.raw`(?<url>https?:\/\/[^\s<>]+)`,
    String.raw`(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`@(?<group>here|channel|everyone)\b`,
    String.raw`(?<![\w./@-])(?<domain>(?:[a-zA-Z0-9-]+\.)+(?:${DOMAINS})\b(?:\/[^\s<>]*)?)(?![\w-])`
  ].join('|'),
  'g'
)

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** What Slack stores of what a person typed: escaped, with mentions and links marked up. */
export function encodeTypedText(typed: string, known: Known): string {
  const parts = typed.split(/(```[\s\S]*?```|`[^`\n]+`)/)
  return parts
    .map((part, at) => (at % 2 === 1 ? escapeText(part) : encodeProse(nameMentions(part, known), known)))
    .join('')
}

/** A command with `should_escape`: mentions also carry the name. */
export function markedCommandText(typed: string, known: Known): string {
  return encodeTypedText(typed, known)
    .replaceAll(
      /<@([UW][A-Z0-9]+)>/g,
      (_whole, id: string) => `<@${id}|${known.people.get(id)?.name.toLowerCase() ?? ''}>`
    )
    .replaceAll(/<#([CG][A-Z0-9]+)\|>/g, (_whole, id: string) => `<#${id}|${known.channels.get(id)?.name ?? ''}>`)
}

/** A command without `should_escape`: mentions as readable names, everything else as it was typed. */
export function plainCommandText(typed: string, { people, channels }: Known): string {
  return typed
    .replaceAll(/<@([UW][A-Z0-9]+)>/g, (whole, id: string) => (people.has(id) ? `@${people.get(id)?.name}` : whole))
    .replaceAll(/<#([CG][A-Z0-9]+)>/g, (whole, id: string) => (channels.has(id) ? `#${channels.get(id)?.name}` : whole))
}

function nameMentions(text: string, { people }: Known): string {
  const names = [...people.values()].map(
    person => [person.id === BOT.userId ? BOT.realName : person.name, person.id] as const
  )
  return names
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((marked, [name, id]) => marked.replaceAll(mentionOf(name), `<@${id}>`), text)
}

function mentionOf(name: string): RegExp {
  return new RegExp(`(?<![\\w.])@${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w-])`, 'g')
}

function encodeProse(text: string, known: Known): string {
  let encoded = ''
  let done = 0
  for (const match of text.matchAll(TOKEN)) {
    const [link, rest] = splitPunctuation(match[0])
    encoded +=
      escapeText(text.slice(done, match.index)) + encodeToken(match.groups ?? {}, link, known) + escapeText(rest)
    done = match.index + match[0].length
  }
  return encoded + escapeText(text.slice(done))
}

function splitPunctuation(token: string): [string, string] {
  const rest = /^https?:|\//.test(token) ? (/[.,;:!?)'"]+$/.exec(token)?.[0] ?? '') : ''
  return [token.slice(0, token.length - rest.length), rest]
}

/** Slack keeps the names of private channels out of messages. */
const publicName = (channel: Channel | undefined) => (channel?.kind === 'public' ? channel.name : '')

function encodeToken(groups: Partial<Record<string, string>>, token: string, { channels }: Known): string {
  if (groups.user) return token
  if (groups.channel) return `<#${groups.channel}|${publicName(channels.get(groups.channel))}>`
  if (groups.group) return `<!${groups.group}>`
  if (groups.url) return `<${escapeText(token)}>`
  if (groups.email) return `<mailto:${token}|${token}>`
  return `<http://${escapeText(token)}|${escapeText(token)}>`
}

const MARKED = new RegExp(
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
  return elements.length > 0 ? [{ type: 'rich_text', block_id: newId(''), elements }] : []
}

function inline(text: string): Json[] {
  const elements: Json[] = []
  let done = 0
  for (const match of text.matchAll(MARKED)) {
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
