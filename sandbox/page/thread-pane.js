import { html } from 'htm/preact'
import { Composer } from './composer.js'
import { Message } from './message.js'
import { MessageList } from './message-list.js'
import { usePage } from './page-context.js'
import { findMessage, threadEntries } from './timeline.js'
import { useIsNarrow } from './use-is-narrow.js'

export function ThreadPane({ channel, threadTs }) {
  const page = usePage()
  const { server, person, dismissed } = page
  const parent = findMessage(server, channel.id, threadTs)
  const entries = threadEntries(server, channel.id, threadTs, person, dismissed)
  const count = parent?.reply_count ?? 0
  const isAlone = useIsNarrow()
  const isMember = channel.members.includes(person)
  return html`<aside class="thread" aria-label="Thread">
    <header class="bar">
      <${isAlone ? 'h1' : 'h2'}>Thread<//>
      <p class="bar-about">${channel.kind === 'dm' ? '' : `#${channel.name}`}</p>
      <button type="button" class="icon-button" aria-label="Close the thread" title="Close (Escape)" onClick=${page.closeThread}>✕</button>
    </header>
    <${MessageList} place=${`${channel.id} ${threadTs}`} entries=${entries} inThread label="Replies">
      ${parent ? html`<${Message} message=${parent} inThread />` : html`<p class="muted padded">The first message was deleted.</p>`}
      ${count > 0 && html`<div class="day left"><span>${count} ${count === 1 ? 'reply' : 'replies'}</span></div>`}
    <//>
    ${isMember && html`<${Composer} channel=${channel} threadTs=${threadTs} />`}
  </aside>`
}
