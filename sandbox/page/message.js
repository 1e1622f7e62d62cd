import { html } from 'htm/preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Avatar } from './avatar.js'
import { Blocks } from './blocks.js'
import { emojiOf } from './emoji.js'
import { MessageToolbar } from './message-toolbar.js'
import { Mrkdwn, SafeLink } from './mrkdwn.js'
import { nameOf, usePage } from './page-context.js'
import { findMessage } from './timeline.js'
import { ago, clockTime, fullTime, tsToMs } from './times.js'

/** One message, wherever it appears. */
export function Message({ message, isContinued, inThread }) {
  const page = usePage()
  const [isEditing, setEditing] = useState(false)
  const { user, ts, isPrivate } = message
  const [article, keepFocus] = useKeptFocus()
  const ms = tsToMs(ts)
  const name = nameOf(page, user)
  const isApp = user === page.server.app.userId
  const endEditing = () => {
    setEditing(false)
    article.current?.focus({ preventScroll: true })
  }
  const look = ['message', isPrivate && 'private', isContinued && 'continued', isApp && 'from-app'].filter(Boolean)
  return html`<article class=${look.join(' ')} tabindex="0" aria-label=${`${name}, ${clockTime(ms)}`} data-ts=${ts} ref=${article} onClick=${keepFocus}>
    <div class="message-side">
      ${isContinued ? html`<time class="side-time">${clockTime(ms)}</time>` : html`<${Avatar} user=${user} />`}
    </div>
    <div class="message-main">
      ${isPrivate && html`<p class="only-you"><span aria-hidden="true">◉</span> Only visible to you</p>`}
      ${message.subtype === 'thread_broadcast' && html`<${RepliedTo} message=${message} inThread=${inThread} />`}
      ${
        !isContinued &&
        html`<header class="message-head">
          <span class="author">${name}</span>
          ${(isApp || user === 'USLACKBOT') && html`<span class="badge">APP</span>`}
          <time class="muted small" title=${fullTime(ms)}>${clockTime(ms)}</time>
        </header>`
      }
      ${isEditing ? html`<${Editor} message=${message} done=${endEditing} />` : html`<${Body} message=${message} inThread=${inThread} />`}
      <${Reactions} message=${message} />
      ${!inThread && message.reply_count > 0 && html`<${ThreadFooter} message=${message} />`}
      ${isPrivate && html`<button type="button" class="link small" onClick=${() => page.dismiss(ts)}>Dismiss message</button>`}
    </div>
    ${!isPrivate && !isEditing && html`<${MessageToolbar} message=${message} inThread=${inThread} edit=${() => setEditing(true)} />`}
  </article>`
}

const REDRAWN_WITHIN_MS = 15_000

/** A pressed button may go, and come back when it can be used again: until then the focus is on the message, not nowhere. */
function useKeptFocus() {
  const article = useRef(null)
  const pressed = useRef(undefined)
  useLayoutEffect(() => {
    const { words, atMs } = pressed.current ?? {}
    const isElsewhere = ![document.body, article.current].includes(document.activeElement)
    if (words === undefined || isElsewhere || Date.now() - atMs > REDRAWN_WITHIN_MS) return
    const again = [...article.current.querySelectorAll('.body button')].find(button => button.textContent === words)
    if (again) pressed.current = undefined
    const kept = again ?? article.current
    kept.focus({ preventScroll: true })
  })
  function keepFocus({ target }) {
    const button = target.closest('.body button')
    if (button) pressed.current = { words: button.textContent, atMs: Date.now() }
  }
  return [article, keepFocus]
}

function Body({ message, inThread }) {
  const { blocks = [], text, files = [], attachments = [], edited, subtype } = message
  if (subtype === 'tombstone') return html`<p class="muted">${text}</p>`
  // A gallery message is in no channel: its buttons are only for show.
  const place =
    message.channel === '' ? undefined : { channel: message.channel, messageTs: message.ts, inChannel: !inThread }
  return html`<div class="body">
    ${blocks.length > 0 ? html`<${Blocks} blocks=${blocks} place=${place} />` : html`<${Mrkdwn} text=${text} />`}
    ${edited && html`<span class="muted small edited" title=${fullTime(tsToMs(edited.ts))}>(edited)</span>`}
    ${files.map(({ name }) => html`<p class="file"><span aria-hidden="true">📎</span> ${name}</p>`)}
    ${attachments.map(attachment => html`<${Attachment} attachment=${attachment} place=${place} />`)}
  </div>`
}

function Attachment({ attachment, place }) {
  const { blocks, title, title_link: link, text } = attachment
  return html`<div class="attachment">
    ${title && (link ? html`<${SafeLink} url=${link} words=${title} />` : html`<strong>${title}</strong>`)}
    ${text && html`<${Mrkdwn} text=${text} />`}
    ${blocks && html`<${Blocks} blocks=${blocks} place=${place} />`}
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
  return html`<div class="reactions">
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
  return html`<button type="button" class="thread-footer" onClick=${() => page.openThread(ts)}>
    <span class="faces">${users.slice(0, 4).map(user => html`<${Avatar} user=${user} size="tiny" />`)}</span>
    <strong>${count} ${count === 1 ? 'reply' : 'replies'}</strong>
    ${latest && html`<span class="muted small">Last reply ${ago(tsToMs(latest))}</span>`}
  </button>`
}

function Editor({ message, done }) {
  const page = usePage()
  const [text, setText] = useState(message.text)
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

  return html`<div class="editor">
    <textarea class="field" rows="2" aria-label="Edit your message" value=${text} ref=${box}
      onInput=${({ target }) => setText(target.value)} onKeyDown=${onKeyDown}></textarea>
    <div class="row">
      <button type="button" class="button small" onClick=${done}>Cancel</button>
      <button type="button" class="button primary small" onClick=${save}>Save</button>
    </div>
  </div>`
}
