import { html } from 'htm/preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Blocks } from './blocks.js'
import { asTyped, emojiOf, Mrkdwn, QUICK_REACTIONS } from './mrkdwn.js'
import { findMessage, nameOf, shortcutsFor, usePage } from './page-context.js'
import { ago, clockTime, fullTime, tsToMs } from './times.js'

const COLOURS = ['#b4438a', '#2b6cb0', '#2f7a55', '#a8501f', '#6b46c1', '#0f7285']

/** A coloured initial for a person, the product's icon for the bot. */
export function Avatar({ user, size = '' }) {
  const page = usePage()
  if (user === page.server.app.userId) return html`<img class=${`avatar ${size}`} src="/icon.svg" alt="" />`
  const name = nameOf(page, user)
  const sum = [...user].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const style = { background: COLOURS[sum % COLOURS.length] }
  return html`<span class=${`avatar ${size}`} style=${style} aria-hidden="true">${name.slice(0, 1).toUpperCase()}</span>`
}

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
    ${QUICK_REACTIONS.map(
      name => html`<button key=${name} type="button" aria-label=${`React with ${name}`} title=${`React with :${name}:`} onClick=${() => react(name)}>
        <span aria-hidden="true">${emojiOf(name)}</span>
      </button>`
    )}
    ${!inThread && html`<button type="button" onClick=${() => page.openThread(message.thread_ts ?? ts)}>Reply</button>`}
    ${shortcutsFor(page, 'messageShortcuts').map(
      ({ name, callbackId }) => html`<button key=${callbackId} type="button"
        onClick=${() => page.act('slack', { do: 'shortcut', user: page.person, callbackId, channel, messageTs: ts })}
      >${name}</button>`
    )}
    ${isOwn && html`<button type="button" onClick=${edit}>Edit</button>`}
    ${isOwn && html`<button type="button" onClick=${remove}>Delete</button>`}
  </div>`
}

/** One message, wherever it appears. */
export function Message({ message, inThread }) {
  const page = usePage()
  const [isEditing, setEditing] = useState(false)
  const { user, ts, isPrivate } = message
  const article = useRef(null)
  const ms = tsToMs(ts)
  const name = nameOf(page, user)
  const isApp = user === page.server.app.userId
  const endEditing = () => {
    setEditing(false)
    article.current?.focus({ preventScroll: true })
  }
  const look = ['message', isPrivate && 'private', isApp && 'from-app'].filter(Boolean)
  return html`<article class=${look.join(' ')} tabindex="0" aria-label=${`${name}, ${clockTime(ms)}`} data-ts=${ts} ref=${article}>
    <${Avatar} user=${user} />
    <div class="message-main">
      ${isPrivate && html`<p class="muted small"><span aria-hidden="true">◉</span> Only visible to you</p>`}
      ${message.subtype === 'thread_broadcast' && html`<${RepliedTo} message=${message} inThread=${inThread} />`}
      <header class="row">
        <strong>${name}</strong>
        ${(isApp || user === 'USLACKBOT') && html`<span class="badge">APP</span>`}
        <time class="muted small" title=${fullTime(ms)}>${clockTime(ms)}</time>
      </header>
      ${isEditing ? html`<${Editor} message=${message} done=${endEditing} />` : html`<${Body} message=${message} inThread=${inThread} />`}
      <${Reactions} message=${message} />
      ${!inThread && message.reply_count > 0 && html`<${ThreadFooter} message=${message} />`}
      ${isPrivate && html`<button type="button" class="link small" onClick=${() => page.dismiss(ts)}>Dismiss message</button>`}
    </div>
    ${!isPrivate && !isEditing && html`<${MessageToolbar} message=${message} inThread=${inThread} edit=${() => setEditing(true)} />`}
  </article>`
}

function Body({ message, inThread }) {
  const { blocks = [], text, files = [], attachments = [], edited, subtype } = message
  if (subtype === 'tombstone') return html`<p class="muted">${text}</p>`
  // A gallery message is in no channel: its buttons are only for show.
  const place =
    message.channel === '' ? undefined : { channel: message.channel, messageTs: message.ts, inChannel: !inThread }
  return html`<div class="body">
    ${blocks.length > 0 ? html`<${Blocks} blocks=${blocks} place=${place} />` : html`<${Mrkdwn} text=${text} />`}
    ${attachments
      .filter(({ is_share: isShare }) => isShare)
      .map(
        ({ text: words, author_name: author }) =>
          html`<blockquote>${author && html`<strong>${author}</strong>`}<${Mrkdwn} text=${words} /></blockquote>`
      )}
    ${edited && html`<span class="muted small" title=${fullTime(tsToMs(edited.ts))}>(edited)</span>`}
    ${files.map(({ name }) => html`<p class="file"><span aria-hidden="true">📎</span> ${name}</p>`)}
  </div>`
}

function RepliedTo({ message, inThread }) {
  const page = usePage()
  if (inThread) return html`<p class="replied small muted">Also sent to the channel</p>`
  const parent = findMessage(page.server, message.channel, message.thread_ts)
  const [first = ''] = (parent?.text ?? '').split('\n')
  const words = first.replace(/<[^|>]*\|([^>]*)>/g, '$1').replace(/[*~`]/g, '')
  return html`<p class="replied small">
    <span class="muted">replied to a thread:</span>
    <button type="button" class="link small" onClick=${() => page.openThread(message.thread_ts)}>${words.slice(0, 90)}</button>
  </p>`
}

function Reactions({ message }) {
  const page = usePage()
  const { reactions = [], channel, ts } = message
  if (reactions.length === 0) return null
  return html`<div class="row reactions">
    ${reactions.map(({ name, users, count }) => {
      const isOwn = users.includes(page.person)
      const who = users.map(user => nameOf(page, user)).join(', ')
      const act = () =>
        page.act('slack', { do: isOwn ? 'unreact' : 'react', user: page.person, channel, messageTs: ts, name })
      return html`<button
        key=${name}
        type="button"
        class=${isOwn ? 'reaction own' : 'reaction'}
        aria-pressed=${isOwn}
        aria-label=${`${name}, ${count}, by ${who}`}
        title=${`${who} reacted with :${name}:`}
        onClick=${act}
      ><span class="emoji" aria-hidden="true">${emojiOf(name)}</span> ${count}</button>`
    })}
  </div>`
}

function ThreadFooter({ message }) {
  const page = usePage()
  const { reply_count: count, reply_users: users = [], latest_reply: latest, ts } = message
  return html`<button type="button" class="row plain-button thread-footer" onClick=${() => page.openThread(ts)}>
    <span class="row">${users.slice(0, 4).map(user => html`<${Avatar} user=${user} size="small" />`)}</span>
    <strong>${count} ${count === 1 ? 'reply' : 'replies'}</strong>
    ${latest && html`<span class="muted small">Last reply ${ago(tsToMs(latest))}</span>`}
  </button>`
}

function Editor({ message, done }) {
  const page = usePage()
  const [text, setText] = useState(asTyped(message.text, page))
  const box = useRef(null)

  useLayoutEffect(() => box.current.focus(), [])

  async function save() {
    await page.act('slack', { do: 'edit', user: page.person, channel: message.channel, messageTs: message.ts, text })
    done()
  }

  function onKeyDown(event) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      done()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }

  return html`<div class="column">
    <textarea class="field" rows="2" aria-label="Edit your message" value=${text} ref=${box}
      onInput=${({ target }) => setText(target.value)} onKeyDown=${onKeyDown}></textarea>
    <div class="row">
      <button type="button" class="button small" onClick=${done}>Cancel</button>
      <button type="button" class="button primary small" onClick=${save}>Save</button>
    </div>
  </div>`
}
