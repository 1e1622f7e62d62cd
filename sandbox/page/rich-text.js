import { html } from 'htm/preact'
import { Broadcast, Emoji, SafeLink, UserMention } from './mrkdwn.js'
import { channelName, usePage } from './page-context.js'
import { slackDate } from './times.js'

/** A rich_text block: what Slack's own composer makes of what people type. */
export function RichText({ block }) {
  return html`<div class="mrkdwn">${block.elements.map(part => html`<${Part} part=${part} />`)}</div>`
}

function Part({ part }) {
  const content = part.elements.map(element =>
    element.type === 'rich_text_section'
      ? html`<li><${Inlines} elements=${element.elements} /></li>`
      : html`<${Inline} element=${element} />`
  )
  if (part.type === 'rich_text_preformatted') return html`<pre>${content}</pre>`
  if (part.type === 'rich_text_quote') return html`<blockquote>${content}</blockquote>`
  if (part.type === 'rich_text_list')
    return part.style === 'ordered'
      ? html`<ol start=${(part.offset ?? 0) + 1}>${content}</ol>`
      : html`<ul>${content}</ul>`
  return html`<p>${content}</p>`
}

function Inlines({ elements }) {
  return elements.map(element => html`<${Inline} element=${element} />`)
}

function Inline({ element }) {
  const { style = {} } = element
  let drawn = html`<${Plain} element=${element} />`
  if (style.code) drawn = html`<code>${drawn}</code>`
  if (style.strike) drawn = html`<s>${drawn}</s>`
  if (style.italic) drawn = html`<em>${drawn}</em>`
  if (style.bold) drawn = html`<strong>${drawn}</strong>`
  if (style.underline) drawn = html`<u>${drawn}</u>`
  return drawn
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
    case 'date':
      return slackDate(element.timestamp, element.format)
    default:
      return element.fallback ?? element.value ?? ''
  }
}
