import { html } from 'htm/preact'
import { BlockElement } from './block-element.js'
import { Mrkdwn, PlainText } from './mrkdwn.js'
import { RichText } from './rich-text.js'

/** Block Kit as Slack draws it. `place` says where the blocks are, so that their elements can be used. */
export function Blocks({ blocks, place, form }) {
  return html`<div class="blocks">
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
      return html`<div class="block-context">
        ${block.elements.map(element => html`<${Text} text=${element} />`)}
      </div>`
    case 'actions':
      return html`<div class="block-actions">
        ${block.elements.map(element => html`<${BlockElement} key=${element.action_id} element=${element} place=${place} />`)}
      </div>`
    case 'divider':
      return html`<hr class="block-divider" />`
    case 'rich_text':
      return html`<${RichText} block=${block} />`
    case 'table':
      return html`<${Table} rows=${block.rows} />`
    case 'input':
      return html`<${Input} block=${block} place=${place} form=${form} />`
    default:
      return html`<p class="block-unknown">A block of type “${block.type}”, which the sandbox does not draw.</p>`
  }
}

function Text({ text }) {
  return text.type === 'mrkdwn'
    ? html`<${Mrkdwn} text=${text.text} />`
    : html`<p class="plain"><${PlainText} text=${text.text} /></p>`
}

function Section({ block: { text, accessory }, place }) {
  return html`<div class="block-section">
    <div class="block-section-text"><${Text} text=${text} /></div>
    ${accessory && html`<${BlockElement} element=${accessory} place=${place} />`}
  </div>`
}

/** Its first row is the head. */
function Table({ rows: [head = [], ...rows] }) {
  const cell = part => (part.type === 'rich_text' ? html`<${RichText} block=${part} />` : part.text)
  // Where it is wider than the window, the arrow keys move it.
  return html`<div class="block-table" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead><tr>${head.map(part => html`<th scope="col">${cell(part)}</th>`)}</tr></thead>
      <tbody>${rows.map(row => html`<tr>${row.map(part => html`<td>${cell(part)}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`
}

function Input({ block, place, form }) {
  const { label, hint, optional, element } = block
  const error = form?.errors?.[block.block_id]
  const name = `input-${form?.name ?? ''}${block.block_id}`
  return html`<div class="block-input">
    <label for=${name}>${label.text}${optional && html` <span class="muted">(optional)</span>`}</label>
    <${BlockElement} element=${element} place=${place} id=${name} invalid=${Boolean(error)} form=${form} />
    ${hint && html`<p class="muted small">${hint.text}</p>`}
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
  </div>`
}
