import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { usePage } from './page-context.js'

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
    <footer>
      <button type="button" class="button" disabled=${isBusy} onClick=${onCancel}>Cancel</button>
      <button type="button" class="button danger" aria-busy=${isBusy} disabled=${isBusy} onClick=${reset}>${isBusy ? 'Starting over …' : 'Start over'}</button>
    </footer>
  </dialog>`
}
