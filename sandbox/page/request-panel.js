import { html } from 'htm/preact'
import { usePage } from './page-context.js'
import { clockTimeSeconds } from './times.js'

const SHOWN = 40
const ASKED = { send: 'send', read: 'read', other: 'other' }

export function RequestPanel() {
  const { agent } = usePage().server
  const latest = agent.requests.slice(-SHOWN).reverse()
  return html`<section class="box" aria-label="Requests to the agent service">
    <h3>Requests as they arrive</h3>
    ${latest.length === 0 && html`<p class="muted small">None yet. The key is masked here, and only the bot has it.</p>`}
    <ul class="requests">${latest.map(request => html`<li key=${request.seq}><${Request} request=${request} /></li>`)}</ul>
  </section>`
}

function Request({ request }) {
  const { atMs, asked, method, path, headers, body, answered, fault, jobId } = request
  const look = answered === null ? 'bad' : answered < 300 ? 'good' : 'bad'
  return html`<details>
    <summary>
      <time class="muted">${clockTimeSeconds(atMs)}</time>
      <strong>${ASKED[asked]}</strong> <span class="grow cut">${jobId ?? path}</span>
      <span class=${`pill ${look}`}>${answered ?? 'no answer'}</span>
      ${fault && html`<span class="fault">↳ ${fault}</span>`}
    </summary>
    <pre tabindex="0">${`${method} ${path}\nauthorization: ${headers.authorization ?? 'none'}\n${body === undefined ? '' : JSON.stringify(body, null, 2)}`}</pre>
  </details>`
}
