import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'
import { STEPS } from './guide-steps.js'
import { usePage } from './page-context.js'

/** The guided path: one step at a time, over the channel, until it is finished or dismissed. */
export function Guide() {
  const page = usePage()
  const { guide } = page
  const step = STEPS[guide.step]

  useEffect(() => {
    if (!guide.isHidden && step?.done(page.server)) page.passStep(guide.step)
  })

  if (guide.isHidden) return null
  return html`<section class="guide" aria-label="Guided path">
    <ol class="guide-dots" aria-label="Steps">
      ${STEPS.map(
        (
          { title },
          at
        ) => html`<li key=${title} class=${at < guide.step ? 'done' : at === guide.step ? 'now' : ''} aria-current=${at === guide.step ? 'step' : undefined}>
          <span class="visually-hidden">${title}${at < guide.step ? ', done' : ''}</span>
        </li>`
      )}
    </ol>
    ${step ? html`<${Step} step=${step} number=${guide.step + 1} />` : html`<${Walked} />`}
    <button type="button" class="icon-button" aria-label="Put the guided path away" onClick=${page.hideGuide}>✕</button>
  </section>`
}

function Step({ step, number }) {
  const page = usePage()
  return html`<div class="guide-words" aria-live="polite">
      <h2><span class="guide-number">${number}</span> ${step.title}</h2>
      <p>${step.words} ${step.code && html`<code>${step.code}</code>`}</p>
    </div>
    <button type="button" class="button primary" onClick=${() => step.act(page)}>${step.action}</button>
    <button type="button" class="link small" onClick=${() => page.passStep(page.guide.step)}>Skip</button>`
}

function Walked() {
  const page = usePage()
  return html`<div class="guide-words" aria-live="polite">
      <h2>That’s the product.</h2>
      <p>Keep exploring: speak as a guest or as someone from the other company, visit #random, where the bot has to be invited first, try the other jobs, break more things. The gallery shows every message the bot can send.</p>
    </div>
    <a class="button primary" href="/gallery" onClick=${page.follow}>Message gallery</a>`
}
