import { html } from 'htm/preact'
import { nameOf, usePage } from './page-context.js'

/** A coloured initial for a person, the product's icon for the bot. */
export function Avatar({ user, size = '' }) {
  const page = usePage()
  if (user === page.server.app.userId) return html`<img class=${`avatar ${size}`} src="/icon.svg" alt="" />`
  const name = nameOf(page, user)
  const hue = [...user].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6
  return html`<span class=${`avatar hue-${hue} ${size}`} aria-hidden="true">${name.slice(0, 1).toUpperCase()}</span>`
}
