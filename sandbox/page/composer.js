import { html } from 'htm/preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { kindOf, nameOf, shortcutsFor, usePage } from './page-context.js'

/** What Slack itself offers for what was typed so far: commands, to those who may use them. */
export function suggestionsFor(text, page, inThread) {
  const { server } = page
  if (inThread || !/^\/\S*$/.test(text)) return []
  // Slack offers no command of one workspace to people of another.
  if (kindOf(page, page.person) === 'outsider') return []
  return commands(server).filter(({ fill }) => fill.trim().startsWith(text))
}

function commands(server) {
  const own = server.app.commands.map(({ name, usage, about }) => ({
    fill: `${name} `,
    label: name,
    usage,
    about,
    isApp: true
  }))
  const invite = {
    fill: `/invite @${server.app.name}`,
    label: '/invite',
    usage: `@${server.app.name}`,
    about: 'Add the bot to this channel'
  }
  return [...own, invite]
}

const NOTES = '# Notes\n\n- Each example needs its output.\n- The reference is out of date.\n'

/** Where a person writes: Enter sends, Shift+Enter starts a line, `/` offers the commands. */
export function Composer({ channel, threadTs }) {
  const page = usePage()
  const key = threadTs ? `${channel.id} ${threadTs}` : channel.id
  const text = page.drafts[key] ?? ''
  const setText = next => page.setDraft(key, next)
  const [isBroadcast, setBroadcast] = useState(false)
  const [files, setFiles] = useState([])
  const [at, setAt] = useState(0)
  const [isHidden, setHidden] = useState(false)
  const box = useRef(null)
  const offered = isHidden ? [] : suggestionsFor(text, page, Boolean(threadTs))
  const chosen = Math.min(at, offered.length - 1)
  const where = threadTs ? 'Reply' : `Message ${channel.kind === 'dm' ? page.server.app.name : `#${channel.name}`}`

  // Before the next key press: the first letter would be lost otherwise.
  useLayoutEffect(() => {
    if (page.focusOn === key) box.current?.focus()
  }, [page.focusOn, page.focusCount, key])
  useEffect(() => {
    const { current } = box
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${Math.min(current.scrollHeight, 180)}px`
  }, [text])

  async function submit() {
    const said = text.trim()
    if (said === '' && files.length === 0) return
    setText('')
    setFiles([])
    const done = await page.say({ channel, threadTs, text: said, broadcast: isBroadcast, files })
    if (!done) setText(text)
  }

  function take(suggestion) {
    setText(suggestion.fill)
    setAt(0)
    box.current?.focus()
  }

  function onKeyDown(event) {
    if (event.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (offered.length > 0 && move) {
      event.preventDefault()
      setAt((chosen + move + offered.length) % offered.length)
    } else if (offered.length > 0 && event.key === 'Escape') {
      event.stopPropagation()
      setHidden(true)
    } else if (offered.length > 0 && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      take(offered[chosen])
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      const isUnfinished = offered.length > 0 && /^\/\S*$/.test(text) && offered[chosen].label !== text
      if (isUnfinished) take(offered[chosen])
      else void submit()
    }
  }

  function onSubmit(event) {
    event.preventDefault()
    void submit()
  }

  function onInput({ target }) {
    setText(target.value)
    setHidden(false)
    setAt(0)
  }

  function onPick(event, suggestion) {
    event.preventDefault()
    take(suggestion)
  }

  const listId = `suggestions-${key.replace(/\W/g, '-')}`
  return html`<form class="composer" onSubmit=${onSubmit}>
    ${
      offered.length > 0 &&
      html`<ul class="suggestions" id=${listId} role="listbox" aria-label="Suggestions">
        ${offered.map(
          (suggestion, position) => html`<li
            key=${suggestion.label}
            id=${`${listId}-${position}`}
            role="option"
            aria-selected=${position === chosen}
            onMouseDown=${event => onPick(event, suggestion)}
          ><strong>${suggestion.label}</strong> <code>${suggestion.usage}</code> <span class="muted small">${suggestion.about}</span></li>`
        )}
        <li class="muted small" role="presentation">↑ ↓ to choose · Tab to take · Esc to hide</li>
      </ul>`
    }
    <div class="composer-box">
      <textarea
        ref=${box}
        rows="1"
        value=${text}
        placeholder=${where}
        aria-label=${`${where}, as ${nameOf(page, page.person)}`}
        aria-autocomplete="list"
        aria-controls=${offered.length > 0 ? listId : undefined}
        aria-activedescendant=${offered.length > 0 ? `${listId}-${chosen}` : undefined}
        onInput=${onInput}
        onKeyDown=${onKeyDown}
      ></textarea>
      <div class="row composer-row">
        <button type="button" class="icon-button" aria-label="Attach a picture" title="Attach a picture" onClick=${() => setFiles([...files, { name: `screenshot-${files.length + 1}.png` }])}>📎</button>
        <button type="button" class="icon-button" aria-label="Attach a file of text" title="Attach a file of text" onClick=${() => setFiles([...files, { name: `notes-${files.length + 1}.md`, content: NOTES }])}>📄</button>
        ${shortcutsFor(page, 'globalShortcuts').map(
          ({
            name,
            callbackId
          }) => html`<button key=${callbackId} type="button" class="icon-button" aria-label=${name} title=${name}
            onClick=${() => page.act('slack', { do: 'shortcut', user: page.person, callbackId })}
          >⚡</button>`
        )}
        ${files.map(({ name }) => html`<span class="chip">${name} <button type="button" aria-label=${`Leave ${name} out`} onClick=${() => setFiles(files.filter(file => file.name !== name))}>✕</button></span>`)}
        ${
          threadTs &&
          html`<label class="row small"><input type="checkbox" checked=${isBroadcast} onChange=${({ target }) => setBroadcast(target.checked)} /> <span class="cut">Also send to ${channel.kind === 'dm' ? 'messages' : `#${channel.name}`}</span></label>`
        }
        ${!threadTs && html`<span class="muted small">as ${nameOf(page, page.person)}</span>`}
        <button type="submit" class="send" aria-label="Send" disabled=${text.trim() === '' && files.length === 0}>➤</button>
      </div>
    </div>
  </form>`
}
