import { html } from 'htm/preact'
import { channelName, nameOf, usePage } from './page-context.js'
import { fullTime, slackDate } from './times.js'

const PAIRS = `+1 👍 -1 👎 eyes 👀 incoming_envelope 📨 white_check_mark ✅ x ❌ warning ⚠️ bell 🔔 no_bell 🔕 timer_clock ⏲️
alarm_clock ⏰ double_vertical_bar ⏸️ hourglass_flowing_sand ⏳ tada 🎉 rocket 🚀 fire 🔥 heart ❤️ bug 🐛 bulb 💡 memo 📝 pray 🙏
clap 👏 raised_hands 🙌 wave 👋 thinking_face 🤔 robot_face 🤖 sparkles ✨ smile 😄 joy 😂 wink 😉 ok_hand 👌 muscle 💪`

const words = PAIRS.split(/\s+/)
const KNOWN = new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])))

/** The emoji for a name, or the name in colons, as Slack shows one it does not know. */
export const emojiOf = name => KNOWN.get(name) ?? `:${name}:`

export const QUICK_REACTIONS = ['eyes', '+1', 'tada']

const INLINE = new RegExp(
  [
    '<([^<>\\n]+)>',
    '`([^`\\n]+)`',
    '(?<![\\w*])\\*(?=\\S)([^*\\n]*?\\S)\\*(?![\\w*])',
    '(?<![\\w_])_(?=\\S)([^_\\n]*?\\S)_(?![\\w_])',
    '(?<![\\w~])~(?=\\S)([^~\\n]*?\\S)~(?![\\w~])',
    ":([a-z0-9_+'-]+):"
  ].join('|'),
  'g'
)

const unescapeText = text => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** What somebody typed, from what Slack made of it. */
export const asTyped = (text, page) =>
  unescapeText(
    text
      .replace(/<@(\w+)>/g, (_, id) => `@${nameOf(page, id)}`)
      .replace(/<!(\w+)>/g, '@$1')
      .replace(/<(?:https?:|mailto:)[^|>]+\|([^>]+)>/g, '$1')
      .replace(/<(https?:[^|>]+)>/g, '$1')
  )

/** Slack's markup as Slack draws it: code first, then quotes, then the styles within a line. */
export function Mrkdwn({ text }) {
  const page = usePage()
  const parts = text.split(/```\n?([\s\S]*?)\n?```/)
  return html`<div class="column mrkdwn">
    ${parts.map((part, at) => (at % 2 === 1 ? html`<pre>${unescapeText(part)}</pre>` : paragraphs(part, page)))}
  </div>`
}

/** Text without markup, except for emoji names. */
export function PlainText({ text }) {
  return text.replace(/:([a-z0-9_+'-]+):/g, (_, name) => emojiOf(name))
}

const QUOTED = /^(?:>|&gt;) ?/

function paragraphs(text, page) {
  const groups = []
  for (const line of text.replace(/^\n|\n$/g, '').split('\n')) {
    const isQuote = QUOTED.test(line)
    const last = groups.at(-1)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else groups.push({ isQuote, lines: [line] })
  }
  return groups.map(({ isQuote, lines }) => {
    if (isQuote)
      return html`<blockquote>${inline(lines.map(line => line.replace(QUOTED, '')).join('\n'), page)}</blockquote>`
    const joined = lines.join('\n')
    return joined === '' ? null : html`<p>${inline(joined, page)}</p>`
  })
}

function inline(text, page) {
  const drawn = []
  let done = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > done) drawn.push(unescapeText(text.slice(done, match.index)))
    drawn.push(styled(match, page))
    done = match.index + match[0].length
  }
  if (done < text.length) drawn.push(unescapeText(text.slice(done)))
  return drawn
}

function styled([, token, code, bold, italic, strike, emoji], page) {
  if (token !== undefined) return drawToken(token, page)
  if (code !== undefined) return html`<code>${unescapeText(code)}</code>`
  if (bold !== undefined) return html`<strong>${inline(bold, page)}</strong>`
  if (italic !== undefined) return html`<em>${inline(italic, page)}</em>`
  if (strike !== undefined) return html`<s>${inline(strike, page)}</s>`
  return html`<${Emoji} name=${emoji} />`
}

function drawToken(token, page) {
  const [target = '', label] = token.split(/\|(.*)/s)
  if (target.startsWith('@')) return html`<${UserMention} id=${target.slice(1)} />`
  if (target.startsWith('#')) return html`<span class="mention">#${label || channelName(page, target.slice(1))}</span>`
  if (target.startsWith('!date^')) return drawDate(target, label)
  if (target.startsWith('!')) return html`<${Broadcast} range=${label || target.slice(1).split('^')[0]} />`
  return html`<${SafeLink} url=${unescapeText(target)} words=${label === undefined ? undefined : unescapeText(label)} />`
}

function drawDate(target, fallback) {
  const [, seconds = '', format = ''] = target.split('^')
  if (!/^\d+$/.test(seconds)) return fallback ?? target
  return html`<time title=${fullTime(Number(seconds) * 1_000)}>${slackDate(Number(seconds), format)}</time>`
}

export function Emoji({ name }) {
  return html`<span class="emoji" role="img" aria-label=${name}>${emojiOf(name)}</span>`
}

export function UserMention({ id }) {
  const page = usePage()
  return html`<span class=${id === page.person ? 'mention own' : 'mention'}>@${nameOf(page, id)}</span>`
}

export function Broadcast({ range }) {
  return html`<span class="mention own">@${range.replace(/^@/, '')}</span>`
}

/** A link out of the sandbox, opened in a new tab; anything but web and mail is plain text. */
export function SafeLink({ url, words = url }) {
  const page = usePage()
  if (!/^(https?|mailto):/i.test(url)) return words
  return html`<a href=${url} target="_blank" rel="noopener noreferrer" onClick=${event => page.openLink(event, url)}>${words}</a>`
}

/** A rich_text block: what Slack's own composer makes of what people type. */
export function RichText({ block }) {
  return html`<div class="column mrkdwn">${block.elements.map(part => html`<${Part} part=${part} />`)}</div>`
}

function Part({ part }) {
  const content = part.elements.map(element => html`<${Inline} element=${element} />`)
  if (part.type === 'rich_text_preformatted') return html`<pre>${content}</pre>`
  if (part.type === 'rich_text_quote') return html`<blockquote>${content}</blockquote>`
  return html`<p>${content}</p>`
}

function Inline({ element }) {
  const drawn = html`<${Plain} element=${element} />`
  return element.style?.code ? html`<code>${drawn}</code>` : drawn
}

function Plain({ element }) {
  const page = usePage()
  switch (element.type) {
    case 'text':
      return element.text
    case 'link':
      return html`<${SafeLink} url=${element.url} words=${element.text || element.url} />`
    case 'user':
      return html`<${UserMention} id=${element.user_id} />`
    case 'channel':
      return html`<span class="mention">#${channelName(page, element.channel_id)}</span>`
    case 'broadcast':
      return html`<${Broadcast} range=${element.range} />`
    case 'emoji':
      return html`<${Emoji} name=${element.name} />`
    default:
      return ''
  }
}
