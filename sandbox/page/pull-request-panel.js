import { html } from 'htm/preact'
import { SafeLink } from './mrkdwn.js'
import { usePage } from './page-context.js'

const ON_GITHUB = /^https:\/\/github\.com\/[^/]+\/[^/]+\/pull\/\d+$/

const CHANGES = [
  ['Merge', { state: 'merged' }],
  ['Close', { state: 'closed' }],
  ['Fail its checks', { checks: 'failed' }],
  ['Pass them', { checks: 'passed' }],
  ['Ask for a review', { isReviewAsked: true }]
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
    <ul class="jobs">${shown.map(link => html`<${PullRequest} key=${link} link=${link} pull=${known.find(each => each.link === link)} />`)}</ul>
  </section>`
}

function PullRequest({ link, pull }) {
  const page = usePage()
  const [, repository, number] = /github\.com\/(.+)\/pull\/(\d+)$/.exec(link)
  const { state = 'open', checks = 'none', isReviewAsked = false } = pull ?? {}
  const facts = [state, ...(checks === 'none' ? [] : [`checks ${checks}`]), ...(isReviewAsked ? ['review asked'] : [])]
  return html`<li class="job">
    <div class="row pull">
      <span class="grow"><${SafeLink} url=${link} words=${`${repository} #${number}`} /></span>
      <span class="muted small">${facts.join(' · ')}</span>
    </div>
    <div class="job-ends" role="group" aria-label=${`Change pull request #${number}`}>
      ${CHANGES.map(([label, patch]) => html`<button key=${label} type="button" class="button small" onClick=${() => page.act('github', { do: 'set pull request', link, patch })}>${label}</button>`)}
    </div>
  </li>`
}
