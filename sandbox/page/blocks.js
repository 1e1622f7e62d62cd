import { html } from 'htm/preact'
import { useRef, useState } from 'preact/hooks'
import { Mrkdwn, PlainText, RichText } from './mrkdwn.js'
import { channelsOf, usePage } from './page-context.js'

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
          >${option.text.text} ${option.description && html`<span class="muted small">${option.description.text}</span>`}</li>`
        )}
        ${options.length === 0 && html`<li class="muted small" role="presentation">Nothing found</li>`}
      </ul>`
    }
  </div>`
}

/** One interactive element. In a form its value waits for the submit; elsewhere Slack tells the app at once. */
export function BlockElement({ element, place, id, form, invalid }) {
  if (element.type === 'button') return html`<${Button} element=${element} place=${place} />`
  return html`<${Field} element=${element} place=${place} id=${id} form=${form} invalid=${invalid} />`
}

function Button({ element, place }) {
  const page = usePage()
  const [isBusy, setBusy] = useState(false)
  const { text, style, url, action_id: actionId, value } = element

  async function press() {
    if (!place) return
    setBusy(true)
    await page.act('slack', {
      do: 'press',
      user: page.person,
      actionId,
      ...place,
      ...(value !== undefined && { value })
    })
    setBusy(false)
  }

  function follow(event) {
    page.openLink(event, url)
    void press()
  }

  const look = `button ${style ?? ''} ${isBusy ? 'busy' : ''}`
  const label = html`<${PlainText} text=${text.text} />`
  if (url && /^https?:/i.test(url))
    return html`<a class=${look} href=${url} target="_blank" rel="noopener noreferrer" onClick=${follow}>${label}</a>`
  return html`<button type="button" class=${look} aria-busy=${isBusy} onClick=${press}>${label}</button>`
}

/** What Slack writes into an empty field for which the app has no words. */
const SLACKS_OWN = { conversations_select: 'Select a conversation' }

function Field({ element, place, id, form, invalid }) {
  const page = usePage()
  const actionId = element.action_id
  const label = element.placeholder?.text ?? SLACKS_OWN[element.type] ?? actionId ?? element.type

  function choose(value) {
    if (form) return form.set(actionId, value)
    if (place && value !== '') page.act('slack', { do: 'select', user: page.person, actionId, ...place, value })
  }

  const shared = { id, 'aria-label': id ? undefined : label, 'aria-invalid': invalid || undefined }
  if (element.type === 'external_select')
    return html`<${TypeAhead} element=${element} place=${place} choose=${choose} shared=${shared} label=${label} />`
  const choices = choicesOf(element, page)
  if (choices && /^(radio_buttons|checkboxes)$/.test(element.type))
    return html`<${Choices} element=${element} choices=${choices} choose=${choose} id=${id} />`
  if (choices)
    return html`<${Menu} element=${element} choices=${choices} choose=${choose} shared=${shared} label=${label} />`
  return html`<${TypedField} element=${element} choose=${choose} shared=${shared} />`
}

function choicesOf({ type, options, filter }, { server, person }) {
  if (options)
    return options.map(({ value, text, description }) => ({ value, label: text.text, about: description?.text }))
  if (type !== 'conversations_select') return undefined
  const offered = channelsOf(server, person).filter(
    ({ kind }) => !filter?.include || filter.include.includes(kind === 'dm' ? 'im' : kind)
  )
  return offered.map(({ id, name }) => ({ value: id, label: `#${name}` }))
}

const initialOf = ({ initial_option, initial_options }) =>
  initial_options?.map(option => option.value) ?? initial_option?.value

function Menu({ element, choices, choose, shared, label }) {
  const initial = initialOf(element)
  return html`<select class="field" ...${shared} onChange=${({ target }) => choose(target.value)}>
    ${initial === undefined && html`<option value="" selected>${label}</option>`}
    ${choices.map(choice => html`<option value=${choice.value} selected=${choice.value === initial}>${choice.label}</option>`)}
  </select>`
}

function Choices({ element, choices, choose, id }) {
  const initial = initialOf(element)
  const [chosen, setChosen] = useState(Array.isArray(initial) ? initial : initial === undefined ? [] : [initial])
  const isOne = element.type === 'radio_buttons'
  const name = id ?? element.action_id

  function toggle(value) {
    const next = isOne ? [value] : chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
    setChosen(next)
    choose(isOne ? value : next)
  }

  return html`<div class="column choices" role="group" id=${id}>
    ${choices.map(
      ({ value, label, about }) => html`<label>
        <input type=${isOne ? 'radio' : 'checkbox'} name=${name} checked=${chosen.includes(value)} onChange=${() => toggle(value)} />
        <span>${label}${about && html`<span class="choice-about muted small">${about}</span>`}</span>
      </label>`
    )}
  </div>`
}

/** As a field for a day and a time wants it: without a zone. */
function localTime(seconds) {
  if (seconds === undefined) return ''
  const at = new Date(seconds * 1_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function TypedField({ element, choose, shared }) {
  const value = element.initial_value ?? ''
  const placeholder = element.placeholder?.text
  const toSeconds = local => local && String(Math.floor(new Date(local).getTime() / 1_000))
  if (element.type === 'datetimepicker')
    return html`<input class="field" type="datetime-local" ...${shared} defaultValue=${localTime(element.initial_date_time)} onInput=${({ target }) => choose(toSeconds(target.value))} />`
  const onInput = ({ target }) => choose(target.value)
  if (element.multiline)
    return html`<textarea class="field" rows="4" ...${shared} placeholder=${placeholder} defaultValue=${value} onInput=${onInput}></textarea>`
  return html`<input class="field" type="text" ...${shared} defaultValue=${value} placeholder=${placeholder} onInput=${onInput} />`
}

/** Block Kit as Slack draws it. `place` says where the blocks are, so that their elements can be used. */
export function Blocks({ blocks, place, form }) {
  return html`<div class="column blocks">
    ${blocks.map((block, at) => html`<${Block} key=${keyOf(blocks, at)} block=${block} place=${place} form=${form} />`)}
  </div>`
}

/** The same in the next version of a message, which has new block ids: whoever has just pressed its button stays on it. */
function keyOf(blocks, at) {
  const { type } = blocks[at]
  return `${type} ${blocks.slice(0, at).filter(block => block.type === type).length}`
}

function Block({ block, place, form }) {
  switch (block.type) {
    case 'section':
      return html`<${Section} block=${block} place=${place} />`
    case 'context':
      return html`<div class="row block-context">
        ${block.elements.map(element => html`<${Text} text=${element} />`)}
      </div>`
    case 'actions':
      return html`<div class="row block-actions">
        ${block.elements.map(element => html`<${BlockElement} key=${element.action_id} element=${element} place=${place} />`)}
      </div>`
    case 'divider':
      return html`<hr class="block-divider" />`
    case 'rich_text':
      return html`<${RichText} block=${block} />`
    case 'input':
      return html`<${Input} block=${block} place=${place} form=${form} />`
    default:
      return html`<p class="field-error">A block of type “${block.type}”, which the sandbox does not draw.</p>`
  }
}

function Text({ text }) {
  return text.type === 'mrkdwn'
    ? html`<${Mrkdwn} text=${text.text} />`
    : html`<p class="plain"><${PlainText} text=${text.text} /></p>`
}

function Section({ block: { text, accessory }, place }) {
  return html`<div class="block-section">
    <div class="grow"><${Text} text=${text} /></div>
    ${accessory && html`<${BlockElement} element=${accessory} place=${place} />`}
  </div>`
}

function Input({ block, place, form }) {
  const { label, hint, optional, element } = block
  const error = form?.errors?.[block.block_id]
  const name = `input-${form?.name ?? ''}${block.block_id}`
  return html`<div class="column block-input">
    <label for=${name}>${label.text}${optional && html` <span class="muted">(optional)</span>`}</label>
    <${BlockElement} element=${element} place=${place} id=${name} invalid=${Boolean(error)} form=${form} />
    ${hint && html`<p class="muted small">${hint.text}</p>`}
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
  </div>`
}
