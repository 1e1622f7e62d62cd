import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Blocks } from './blocks.js'
import { usePage } from './page-context.js'

/** The modal in front of a person, whatever the app put into it. */
export function Modal() {
  const { server, person } = usePage()
  const view = server.views[person]?.at(-1)
  return view ? html`<${OpenModal} key=${view.id} view=${view} />` : null
}

function OpenModal({ view }) {
  const page = usePage()
  const [values, setValues] = useState({})
  const [errors, setErrors] = useState({})
  const [isLost, setLost] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const dialog = useRef(null)

  useEffect(() => {
    const { current } = dialog
    if (!current || current.open) return
    current.showModal()
    // The browser would choose the button that closes it.
    current.focus()
  }, [])

  function release() {
    isUnderWay.current = false
    setBusy(false)
  }

  // What the app put in its place can be sent as well.
  useEffect(release, [view.hash])

  /** A second press meanwhile does nothing, nor does one before a modal that is closed is gone from here. */
  async function once(act) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    if (!(await act())) release()
  }

  const set = (actionId, value) => setValues(known => ({ ...known, [actionId]: value }))
  const close = () => once(async () => (await page.act('slack', { do: 'close view', user: page.person })) !== undefined)

  function submit(event) {
    event.preventDefault()
    void once(async () => {
      const result = await page.act('slack', { do: 'submit view', user: page.person, values })
      setErrors(result?.errors ?? {})
      setLost(result?.acknowledged === false && result.errors === undefined)
      return result?.acknowledged === true && result.errors === undefined
    })
  }

  function onCancel(event) {
    event.preventDefault()
    void close()
  }

  const look = isBusy ? 'busy' : ''
  return html`<dialog class="modal" tabindex="-1" ref=${dialog} aria-labelledby="modal-title" onCancel=${onCancel}>
    <form method="dialog" onSubmit=${submit} novalidate>
      <header class="bar">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <h2 id="modal-title" class="grow cut">${view.title?.text ?? 'Modal'}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick=${close}>✕</button>
      </header>
      <div class="modal-body">
        <${Blocks} blocks=${view.blocks} place=${{ viewId: view.id }} form=${{ set, errors }} />
      </div>
      ${isLost && html`<p class="padded field-error" role="alert">We had some trouble connecting. Try again?</p>`}
      <footer class="row">
        <button type="button" class=${`button ${look}`} aria-busy=${isBusy} onClick=${close}>${view.close?.text ?? 'Cancel'}</button>
        ${view.submit && html`<button type="submit" class=${`button primary ${look}`} aria-busy=${isBusy}>${view.submit.text}</button>`}
      </footer>
    </form>
  </dialog>`
}

/** Asks before everything goes. */
export function ResetDialog() {
  const page = usePage()
  const [isBusy, setBusy] = useState(false)
  const dialog = useRef(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  async function reset() {
    setBusy(true)
    // The page is drawn anew as soon as the sandbox has a new workspace.
    await page.act('sandbox', { do: 'reset' })
    page.askToReset(false)
  }

  function onCancel(event) {
    event.preventDefault()
    if (!isBusy) page.askToReset(false)
  }

  return html`<dialog class="modal" ref=${dialog} aria-labelledby="reset-title" aria-describedby="reset-words" onCancel=${onCancel}>
    <header class="bar"><h2 id="reset-title">Start over?</h2></header>
    <div class="modal-body">
      <p id="reset-words">Every message, job and fault goes, and the bot starts again with an empty database. This takes a few seconds.</p>
    </div>
    <footer class="row">
      <button type="button" class="button" disabled=${isBusy} onClick=${onCancel}>Cancel</button>
      <button type="button" class="button danger" aria-busy=${isBusy} disabled=${isBusy} onClick=${reset}>${isBusy ? 'Starting over …' : 'Start over'}</button>
    </footer>
  </dialog>`
}
