import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'
import { Blocks } from './blocks.js'
import { Message } from './message.js'
import { usePage } from './page-context.js'

/** Every message the bot can send, drawn by the same code as the channel. */
export function Gallery() {
  const page = usePage()
  const [groups, setGroups] = useState(undefined)
  useEffect(() => {
    void fetch('/api/gallery').then(async response => {
      const answer = await response.json()
      if (response.ok) setGroups(answer)
      else page.notify(answer.error)
    })
  }, [])
  return html`<main class="gallery">
    <header class="row">
      <a class="button" href="/" onClick=${page.follow}>← Back to Slack</a>
      <div class="grow"><h1>Message gallery</h1><p class="muted">Every message the bot can send, built by its own functions from sample data, some of it hostile.</p></div>
    </header>
    <nav class="row" aria-label="Groups">
      ${(groups ?? []).map(({ title }) => html`<a key=${title} href=${`#${anchorOf(title)}`}>${title}</a>`)}
    </nav>
    ${groups === undefined && html`<p class="loading">Loading the messages …</p>`}
    ${(groups ?? []).map(
      ({ title, samples }) => html`<section key=${title} id=${anchorOf(title)}>
        <h2>${title}</h2>
        <div class="gallery-grid">${samples.map(sample => html`<${Sample} key=${sample.name} sample=${sample} />`)}</div>
      </section>`
    )}
  </main>`
}

const anchorOf = title => title.toLowerCase().replace(/\W+/g, '-')

function Sample({ sample }) {
  const page = usePage()
  if (sample.form) return html`<${FormSample} sample=${sample} />`
  const message = {
    channel: '',
    ts: String(page.server.nowMs / 1_000),
    user: page.server.app.userId,
    reactions: [],
    isPrivate: sample.isPrivate,
    text: sample.message.text,
    blocks: sample.message.blocks
  }
  return html`<figure class="sample">
    <figcaption><strong>${sample.name}</strong></figcaption>
    <div class="sample-message"><${Message} message=${message} inThread /></div>
    <details>
      <summary>What phones and screen readers say</summary>
      <p>${sample.message.text}</p>
    </details>
  </figure>`
}

/** A form is a window of its own: it notifies nobody. */
function FormSample({ sample: { name, form } }) {
  const { view, errors } = form
  return html`<figure class="sample">
    <figcaption><strong>${name}</strong></figcaption>
    <div>
      <h3>${view.title.text}</h3>
      <div class="modal-body"><${Blocks} blocks=${view.blocks} form=${{ set: () => {}, errors, name: anchorOf(name) }} /></div>
    </div>
  </figure>`
}
