import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'
import { SafeLink } from './mrkdwn.js'
import { usePage } from './page-context.js'
import { spanWords } from './times.js'

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
  const isUsual = SPEEDS.some(([value]) => value === seconds)
  const speeds = isUsual ? SPEEDS : [...SPEEDS, [seconds, `for ${spanWords(seconds)}`]]

  function setSpeed(next) {
    for (const { job, life } of jobs)
      page.act('agent', { do: 'set job', id: job.id, patch: { life: { ...life, worksMs: next * 1_000 } } })
  }

  return html`<section class="box" aria-label="The agent service">
    <h3>The agent service ${!isReachable && html`<span class="pill bad">unreachable</span>`}</h3>
    <div class="budget">
      <meter class=${left === 0 ? 'spent' : ''} min="0" max=${Math.max(budget.limit, 1)} low=${budget.limit / 5} optimum=${budget.limit} value=${left} aria-label="Sends left this hour"></meter>
      <span class="small"><strong>${left}</strong> of ${budget.limit} sends left this hour</span>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'use budget', times: Math.max(1, left) })}>Use them up</button>
      <button type="button" class="button small" onClick=${() => page.act('agent', { do: 'refill budget' })}>Refill</button>
    </div>
    <label class="row small">Jobs work
      <select class="field small" value=${String(seconds)} onChange=${({ target }) => setSpeed(Number(target.value))}>
        ${speeds.map(([value, label]) => html`<option value=${String(value)} selected=${value === seconds}>${label}</option>`)}
      </select>
    </label>
    <ul class="jobs">${jobs.map((summary, at) => html`<${Job} key=${summary.job.id} summary=${summary} number=${FIRST_PULL + at} />`)}</ul>
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
    <div class="job-ends" role="group" aria-label=${`End ${job.id}`}>
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
  return html`<span class="countdown">${seconds > 0 ? `ends in ${spanWords(seconds)}` : 'ends now'}</span>`
}
