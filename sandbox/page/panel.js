import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'
import { FaultPanel } from './fault-panel.js'
import { SafeLink } from './mrkdwn.js'
import { usePage } from './page-context.js'
import { clockTimeSeconds, spanWords } from './times.js'

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
      <pre tabindex="0">${bot.lines.map(toLogLine).join('\n') || 'nothing yet'}</pre>
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

const FOREVER_S = 7 * 86_400
/** Of the first job without a pull request of its own; each job has another. */
const FIRST_PULL = 21
const SPEEDS = [
  [3, 'for 3 s'],
  [20, 'for 20 s'],
  [90, 'for 90 s'],
  [FOREVER_S, 'until I end them']
]

export function JobPanel() {
  const page = usePage()
  const { jobs, budget, isReachable } = page.server.agent
  const left = Math.max(0, budget.limit - budget.used)
  const seconds = speedOf(jobs)

  function setSpeed(next) {
    for (const { job, life } of jobs)
      page.act('agent', { do: 'set job', id: job.id, patch: { life: { ...life, worksMs: next * 1_000 } } })
  }

  return html`<section class="box" aria-label="The agent service">
    <h3>The agent service ${!isReachable && html`<span class="pill bad">unreachable</span>`}</h3>
    <div class="row budget">
      <meter min="0" max=${Math.max(budget.limit, 1)} low=${budget.limit / 5} optimum=${budget.limit} value=${left} aria-label="Sends left this hour"></meter>
      <span class="small"><strong>${left}</strong> of ${budget.limit} sends left this hour</span>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'use budget', times: Math.max(1, left) })}>Use them up</button>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'refill budget' })}>Refill</button>
    </div>
    <label class="row small">Jobs work
      <select class="field small" value=${String(seconds)} onChange=${({ target }) => setSpeed(Number(target.value))}>
        ${SPEEDS.map(([value, label]) => html`<option value=${String(value)} selected=${value === seconds}>${label}</option>`)}
      </select>
    </label>
    <ul>${jobs.map((summary, at) => html`<${Job} key=${summary.job.id} summary=${summary} number=${FIRST_PULL + at} />`)}</ul>
  </section>`
}

function speedOf(jobs) {
  return Math.round((jobs[0]?.life.worksMs ?? 10_000) / 1_000)
}

const LINK = 'pull request'
const LINK_LATE = 'late link'
const PLANS = [
  [life => life.ends === 'never', 'goes on and on'],
  [life => life.ends === 'failed', 'will fail'],
  [life => life.pullRequest === false, 'no changes'],
  [life => life.linkLateMs, LINK_LATE],
  [() => true, LINK]
]

function Job({ summary, number }) {
  const page = usePage()
  const { job, life, nextChangeAtMs } = summary
  const isActive = job.status === 'active'
  const planned = PLANS.find(([fits]) => fits(life))[1]
  // The number says as much, and there is not room for both.
  const plan = job.prLink && [LINK, LINK_LATE].includes(planned) ? '' : planned
  const act = command => page.act('agent', { ...command, id: job.id })
  const link =
    job.prLink ?? (typeof life.pullRequest === 'string' ? life.pullRequest : `${job.source?.repository}/pull/${number}`)
  return html`<li class="job">
    <div class="row" title=${`${job.source?.repository} on ${job.source?.ref}`}>
      <code>${job.id}</code> <span class=${`pill ${job.status}`}>${job.status ?? 'no status'}</span>
      <span class="muted small grow cut">${isActive && nextChangeAtMs ? html`<${Countdown} until=${nextChangeAtMs} />` : plan}</span>
      ${job.prLink && html`<span class="small"><${SafeLink} url=${job.prLink} words=${`#${job.prLink.split('/').at(-1)}`} /></span>`}
    </div>
    <div class="row job-ends" role="group" aria-label=${`End ${job.id}`}>
      <button type="button" class="button small" onClick=${() => act({ do: 'finish', options: { prLink: link } })}>Finish</button>
      <button type="button" class="button small" onClick=${() => act({ do: 'finish', options: { prLink: null } })}>No changes</button>
      <button type="button" class="button small" onClick=${() => act({ do: 'fail job' })}>Fail</button>
      <button type="button" class="button small" onClick=${() => act({ do: 'archive' })}>Archive</button>
    </div>
  </li>`
}

function Countdown({ until }) {
  const [, redraw] = useState(0)
  useEffect(() => {
    const ticking = setInterval(() => redraw(count => count + 1), 500)
    return () => clearInterval(ticking)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000))
  if (seconds > 86_400) return 'until you end it'
  return seconds > 0 ? `ends in ${spanWords(seconds)}` : 'ends now'
}

const ON_GITHUB = /^https:\/\/github\.com\/[^/]+\/[^/]+\/pull\/\d+$/

const CHANGES = [
  ['Merge', { state: 'merged' }],
  ['Close', { state: 'closed' }],
  ['Fail its checks', { checks: 'failed', failing: ['lint', 'test'] }],
  ['Pass them', { checks: 'passed' }],
  ['Ask for a review', { isReviewAsked: true }],
  [
    'Ask for changes',
    { isReviewAsked: false, reviews: [{ login: 'octo-ana', state: 'CHANGES_REQUESTED' }], comments: 3 }
  ]
]

/** What people do on GitHub once the agent is done. */
export function PullRequestPanel() {
  const { server } = usePage()
  const known = server.github.pulls
  const links = [...known.map(({ link }) => link), ...server.agent.jobs.map(({ lastLink }) => lastLink)]
  // In an order that keeps each where it is, whoever is about to press one of its buttons.
  const shown = [...new Set(links)].filter(link => ON_GITHUB.test(link ?? '')).sort()
  return html`<section class="box" aria-label="Pull requests">
    <h3>Pull requests on GitHub</h3>
    <p class="muted small">The bot looks ten seconds after a result, and then every minute.</p>
    <ul>${shown.map(link => html`<${PullRequest} key=${link} link=${link} pull=${known.find(each => each.link === link)} />`)}</ul>
  </section>`
}

function PullRequest({ link, pull }) {
  const page = usePage()
  const [, repository, number] = /github\.com\/(.+)\/pull\/(\d+)$/.exec(link)
  const { state = 'open', checks = 'none', isReviewAsked = false } = pull ?? {}
  const facts = [state, ...(checks === 'none' ? [] : [`checks ${checks}`]), ...(isReviewAsked ? ['review asked'] : [])]
  return html`<li class="job">
    <div class="row">
      <span class="grow"><${SafeLink} url=${link} words=${`${repository} #${number}`} /></span>
      <span class="muted small">${facts.join(' · ')}</span>
    </div>
    <div class="row job-ends" role="group" aria-label=${`Change pull request #${number}`}>
      ${CHANGES.map(([label, patch]) => html`<button key=${label} type="button" class="button small" onClick=${() => page.act('github', { do: 'set pull request', link, patch })}>${label}</button>`)}
    </div>
  </li>`
}

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
    <summary class="row">
      <time class="muted">${clockTimeSeconds(atMs)}</time>
      <strong>${ASKED[asked]}</strong> <span class="grow cut">${jobId ?? path}</span>
      <span class=${`pill ${look}`}>${answered ?? 'no answer'}</span>
      ${fault && html`<span class="fault">↳ ${fault}</span>`}
    </summary>
    <pre tabindex="0">${`${method} ${path}\nauthorization: ${headers.authorization ?? 'none'}\n${body === undefined ? '' : JSON.stringify(body, null, 2)}`}</pre>
  </details>`
}

/** What no Slack user sees: the bot as a process, the service its jobs run on, and where their pull requests are. */
export function SidePanel() {
  const page = usePage()
  return html`<aside class="panel" aria-label="Behind the scenes">
    <header class="bar">
      <h2 class="grow">Behind the scenes</h2>
      <button type="button" class="icon-button only-medium" aria-label="Close the panel" onClick=${page.closeDrawers}>✕</button>
    </header>
    <div class="panel-scroll" tabindex="0" role="region" aria-label="Bot, agent service and pull requests">
      <${BotPanel} />
      <${JobPanel} />
      <${PullRequestPanel} />
      <${RequestPanel} />
      <${FaultPanel} />
    </div>
  </aside>`
}
