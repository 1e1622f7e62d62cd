import { html } from 'htm/preact'
import { usePage } from './page-context.js'
import { clockTimeSeconds } from './times.js'

const STATES = {
  starting: ['busy', 'Starting …'],
  running: ['good', 'Running'],
  stopping: ['busy', 'Stopping …'],
  killed: ['bad', 'Killed'],
  stopped: ['bad', 'Stopped'],
  'ended by itself': ['bad', 'Ended on its own']
}

export function BotPanel() {
  const page = usePage()
  const { bot } = page.server
  const [look, words] = STATES[bot.state]
  const isDown = bot.pid === null
  return html`<section class="box" aria-label="The bot">
    <h3>The bot</h3>
    <div class="row">
      <span class=${`lamp ${look}`} aria-hidden="true"></span>
      <strong class="bot-state" role="status">${words}</strong>
      <span class="grow"></span>
      ${
        isDown
          ? html`<button type="button" class="button primary small" onClick=${() => page.act('bot', { do: 'start' })}>Start the bot</button>`
          : html`<button type="button" class="button danger small" onClick=${() => page.act('bot', { do: 'kill' })}>Kill the bot</button>`
      }
    </div>
    <p class="muted small">${isDown ? 'Its tasks and threads wait in the database.' : `Process ${bot.pid}, start ${bot.starts}`}</p>
    <details>
      <summary>Its log</summary>
      <pre class="log" tabindex="0">${bot.lines.map(toLogLine).join('\n') || 'nothing yet'}</pre>
    </details>
  </section>`
}

const LEVELS = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

function toLogLine(line) {
  try {
    const { level, time, msg, ...facts } = JSON.parse(line)
    const more = Object.entries(facts).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
    )
    return `${clockTimeSeconds(time)} ${LEVELS[level] ?? level} ${msg} ${more.join(' ')}`
  } catch {
    return line
  }
}
