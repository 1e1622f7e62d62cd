import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'
import { SafeLink } from './mrkdwn.js'
import { usePage } from './page-context.js'
import { spanWords } from './times.js'

const SPEEDS = [
  [3, 'for 3 s'],
  [20, 'for 20 s'],
  [90, 'for 90 s'],
  [0, 'until I finish them']
]

export function JobPanel() {
  const page = usePage()
  const { jobs, budget, isReachable } = page.server.agent
  const left = Math.max(0, budget.limit - budget.used)
  const seconds = speedOf(jobs)

  function setSpeed(next) {
    for (const { job, life } of jobs)
      page.act('agent', { do: 'set job', id: job.id, patch: { life: withSpeed(life, next) } })
  }

  return html`<section class="box" aria-label="The agent service">
    <h3>The agent service ${!isReachable && html`<span class="pill bad">unreachable</span>`}</h3>
    <div class="budget">
      <meter min="0" max=${Math.max(budget.limit, 1)} value=${budget.used} aria-label="Sends used this hour"></meter>
      <span class="small"><strong>${left}</strong> of ${budget.limit} sends left this hour</span>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'use budget', times: Math.max(1, left) })}>Use them up</button>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'set hourly limit', limit: budget.used + 100 })}>Refill</button>
    </div>
    <label class="row small">Jobs work
      <select class="field small" value=${String(seconds)} onChange=${({ target }) => setSpeed(Number(target.value))}>
        ${SPEEDS.map(([value, label]) => html`<option value=${String(value)} selected=${value === seconds}>${label}</option>`)}
      </select>
    </label>
    <ul class="jobs">${jobs.map(summary => html`<${Job} key=${summary.job.id} summary=${summary} />`)}</ul>
  </section>`
}

function speedOf(jobs) {
  const life = jobs[0]?.life ?? {}
  return life.ends === 'never' ? 0 : Math.round((life.worksMs ?? 10_000) / 1_000)
}

/** `never` hides how a job was to end; failing and changing nothing come back with the time. */
function withSpeed({ ends, ...life }, seconds) {
  const ending = ends === undefined || ends === 'never' ? {} : { ends }
  return seconds === 0 ? { ...life, ends: 'never' } : { ...life, ...ending, worksMs: seconds * 1_000 }
}

const PLANS = [
  [life => life.ends === 'never', 'works until somebody ends it'],
  [life => life.ends === 'failed', 'will fail'],
  [life => life.pullRequest === false, 'will change nothing'],
  [life => life.linkLateMs, 'its pull request comes late'],
  [() => true, 'will make a pull request']
]

function Job({ summary }) {
  const page = usePage()
  const { job, life, nextChangeAt } = summary
  const isActive = job.status === 'active'
  const plan = PLANS.find(([fits]) => fits(life))[1]
  const act = command => page.act('agent', { ...command, id: job.id })
  const link =
    job.prLink ??
    (typeof life.pullRequest === 'string'
      ? life.pullRequest
      : `${job.source?.repository}/pull/${20 + page.server.agent.sends.length}`)
  return html`<li class="job">
    <div class="row">
      <code>${job.id}</code> <span class=${`pill ${job.status}`}>${job.status ?? 'no status'}</span>
      <span class="muted small">${isActive && nextChangeAt ? html`<${Countdown} until=${nextChangeAt} />` : plan}</span>
    </div>
    <p class="muted small">${job.source?.repository?.replace('https://github.com/', '')} · ${job.source?.ref}
      ${job.prLink && html` · <${SafeLink} url=${job.prLink} words=${`pull request ${job.prLink.split('/').at(-1)}`} />`}
    </p>
    <div class="row" role="group" aria-label=${`End ${job.id}`}>
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
  return html`<span class="countdown">${seconds > 0 ? `ends in ${spanWords(seconds)}` : 'ends now'}</span>`
}
