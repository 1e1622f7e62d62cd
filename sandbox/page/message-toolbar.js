import { html } from 'htm/preact'
import { emojiOf, QUICK_REACTIONS } from './emoji.js'
import { usePage } from './page-context.js'
import { shortcutsFor } from './suggestions.js'

/** Actions on a message, shown while it is hovered or has the focus. */
export function MessageToolbar({ message, inThread, edit }) {
  const page = usePage()
  const { channel, ts, user, reactions } = message
  const isOwn = user === page.person && message.subtype !== 'tombstone'
  const hasOwn = name => reactions.some(reaction => reaction.name === name && reaction.users.includes(page.person))
  const react = name =>
    page.act('slack', { do: hasOwn(name) ? 'unreact' : 'react', user: page.person, channel, messageTs: ts, name })
  const remove = async () => {
    await page.act('slack', { do: 'remove', channel, messageTs: ts })
    page.focusComposer(channel, inThread ? (message.thread_ts ?? ts) : undefined)
  }
  return html`<div class="toolbar" role="group" aria-label="Message actions">
    ${QUICK_REACTIONS.slice(0, 5).map(
      name => html`<button key=${name} type="button" aria-label=${`React with ${name}`} title=${`React with :${name}:`} onClick=${() => react(name)}>
        <span aria-hidden="true">${emojiOf(name)}</span>
      </button>`
    )}
    ${!inThread && html`<button type="button" class="words" onClick=${() => page.openThread(message.thread_ts ?? ts)}>Reply</button>`}
    ${shortcutsFor(page, 'messageShortcuts').map(
      ({ name, callbackId }) => html`<button key=${callbackId} type="button" class="words"
        onClick=${() => page.act('slack', { do: 'shortcut', user: page.person, callbackId, channel, messageTs: ts })}
      >${name}</button>`
    )}
    ${isOwn && html`<button type="button" class="words" onClick=${edit}>Edit</button>`}
    ${isOwn && html`<button type="button" class="words" onClick=${remove}>Delete</button>`}
  </div>`
}
