import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { PlainText } from './mrkdwn.js'
import { usePage } from './page-context.js'
import { channelsOf } from './timeline.js'
import { TypeAhead } from './type-ahead.js'

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

function Field({ element, place, id, form, invalid }) {
  const page = usePage()
  const actionId = element.action_id
  const label = element.placeholder?.text ?? actionId ?? element.type

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

const initialOf = ({ initial_option, initial_options, initial_conversation }) =>
  initial_options?.map(option => option.value) ?? initial_option?.value ?? initial_conversation

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

  return html`<div class="choices" role="group" id=${id}>
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
