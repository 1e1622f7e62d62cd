import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { usePage } from './page-context.js'

const AGENT_FAULTS = [
  ['Too many requests (429)', 'status 429', { status: 429, retryAfter: '10' }],
  ['Unavailable (503)', 'status 503', { status: 503 }],
  ['Slow (6 s)', 'slow headers', { kind: 'slow headers', delayMs: 6_000 }],
  ['Connection cut before reading', 'reset before read', { kind: 'reset before read' }],
  ['Answer lost after delivery', 'reset after processing', { kind: 'reset after processing' }],
  ['Garbage instead of JSON', 'malformed json', { kind: 'malformed json' }],
  ['Key refused (401)', 'status 401', { status: 401 }]
]

const SLACK_FAULTS = [
  ['429 on the next post (5 s)', 'chat.postMessage', { status: 429, retryAfterS: 5 }],
  ['Next post: answer lost', 'chat.postMessage', { kind: 'reset after processing' }],
  ['Next edit fails', 'chat.update', { error: 'internal_error' }],
  ['Everything slow (2 s, 10 calls)', '*', { delayMs: 2_000, times: 10 }]
]

const TARGETS = [
  ['send', 'sending'],
  ['read', 'reading'],
  ['any', 'both']
]

export function FaultPanel() {
  return html`<section class="box" aria-label="Faults">
    <h3>Break something</h3>
    <${AgentFaults} />
    <${SlackFaults} />
  </section>`
}

function AgentFaults() {
  const page = usePage()
  const [target, setTarget] = useState('send')
  const { faults, isReachable } = page.server.agent
  const once = faults.filter(fault => fault.left !== 'until cleared')
  return html`
    <label class="row small">The agent service fails at
      <select class="field small" value=${target} onChange=${event => setTarget(event.target.value)}>
        ${TARGETS.map(([value, label]) => html`<option value=${value} selected=${value === target}>${label}</option>`)}
      </select>
    </label>
    <ul>
      ${AGENT_FAULTS.map(([label, known, fault]) => {
        const set = faults.find(
          other => other.label === known && other.target === target && other.left === 'until cleared'
        )
        const toggle = () =>
          page.act(
            'agent',
            set
              ? { do: 'clear faults', id: set.id }
              : { do: 'fail', target, fault: { ...fault, times: 'until cleared' } }
          )
        return html`<${Switch} key=${known} label=${label} isOn=${Boolean(set)} toggle=${toggle} />`
      })}
      <${Switch} label="Unreachable" isOn=${!isReachable} toggle=${() => page.act('agent', { do: isReachable ? 'refuse connections' : 'accept connections' })} />
    </ul>
    ${once.map(
      fault => html`<p class="chip" key=${fault.id}>next ${fault.target}: ${fault.label} × ${fault.left}
      <button type="button" aria-label=${`Clear ${fault.label}`} onClick=${() => page.act('agent', { do: 'clear faults', id: fault.id })}>✕</button></p>`
    )}
  `
}

function Switch({ label, isOn, toggle }) {
  return html`<li><button type="button" role="switch" class="switch" aria-checked=${isOn} onClick=${toggle}><span class="switch-track" aria-hidden="true"></span>${label}</button></li>`
}

function SlackFaults() {
  const page = usePage()
  const { slackFaults } = page.server
  return html`
    <p class="small">Slack itself, once each</p>
    <div class="row">
      ${SLACK_FAULTS.map(
        ([label, method, fault]) =>
          html`<button key=${label} type="button" class="button small" onClick=${() => page.act('slack', { do: 'fail', method, fault })}>${label}</button>`
      )}
      <button type="button" class="button small" onClick=${() => page.act('slack', { do: 'close sockets' })}>Cut the connection</button>
    </div>
    ${
      slackFaults.length > 0 &&
      html`<p class="chip">${slackFaults.length} waiting
        <button type="button" aria-label="Clear Slack’s faults" onClick=${() => page.act('slack', { do: 'clear faults' })}>✕</button></p>`
    }
  `
}
