import { html } from 'htm/preact'
import { Blocks } from './blocks.js'
import { usePage } from './page-context.js'

/** The app's home, as the app last published it for this person. */
export function HomeTab() {
  const { server, person } = usePage()
  const home = server.homes[person]
  return html`<div class="home" tabindex="0" role="region" aria-label="Home of the app">
    ${home ? html`<${Blocks} blocks=${home.blocks} place=${{ viewId: home.id }} />` : html`<p class="muted">The app has not published a home tab for this person.</p>`}
  </div>`
}
