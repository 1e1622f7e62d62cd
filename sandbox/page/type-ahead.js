import { html } from 'htm/preact'
import { useRef, useState } from 'preact/hooks'
import { usePage } from './page-context.js'

/** A menu whose options the app is asked for while somebody types. */
export function TypeAhead({ element, place, choose, shared, label }) {
  const page = usePage()
  const chosen = useRef(element.initial_option?.text.text ?? '')
  const [text, setText] = useState(chosen.current)
  const [options, setOptions] = useState(undefined)
  const [at, setAt] = useState(0)
  const asked = useRef(0)
  const answered = useRef(0)
  const listId = `${shared.id ?? element.action_id}-options`

  async function ask(query) {
    if (!place) return
    const number = ++asked.current
    const user = page.person
    const found = await page.act('slack', { do: 'suggest', user, actionId: element.action_id, ...place, query })
    // What was typed since has been asked for, too.
    if (number !== asked.current) return
    answered.current = number
    setOptions(found ?? [])
    setAt(0)
  }

  function close() {
    asked.current++
    setOptions(undefined)
  }

  function take(option) {
    chosen.current = option.text.text
    setText(option.text.text)
    close()
    choose(option.value)
  }

  /** What was typed and not taken is no choice. */
  function onBlur() {
    close()
    setText(chosen.current)
  }

  function onInput({ target }) {
    setText(target.value)
    void ask(target.value)
  }

  function onKeyDown(event) {
    if (!options) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const offered = answered.current === asked.current ? options[at] : undefined
    if (move && options.length > 0) setAt((at + move + options.length) % options.length)
    else if (event.key === 'Tab' && text !== chosen.current && offered) return take(offered)
    else if (event.key === 'Enter' && options[at]) offered && take(offered)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return html`<div class="type-ahead">
    <input
      class="field"
      type="text"
      role="combobox"
      autocomplete="off"
      ...${shared}
      value=${text}
      placeholder=${label}
      aria-expanded=${Boolean(options)}
      aria-controls=${options ? listId : undefined}
      aria-activedescendant=${options?.[at] ? `${listId}-${at}` : undefined}
      onFocus=${() => ask('')}
      onBlur=${onBlur}
      onInput=${onInput}
      onKeyDown=${onKeyDown}
    />
    ${
      options &&
      html`<ul id=${listId} role="listbox" aria-label=${label}>
        ${options.map(
          (option, position) => html`<li
            key=${option.value}
            id=${`${listId}-${position}`}
            role="option"
            aria-selected=${position === at}
            onMouseDown=${event => {
              event.preventDefault()
              take(option)
            }}
          ><span>${option.text.text}</span>${option.description && html`<span class="muted small">${option.description.text}</span>`}</li>`
        )}
        ${options.length === 0 && html`<li class="muted small" role="presentation">Nothing found</li>`}
      </ul>`
    }
  </div>`
}
