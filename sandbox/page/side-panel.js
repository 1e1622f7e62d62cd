import { html } from 'htm/preact'
import { BotPanel } from './bot-panel.js'
import { FaultPanel } from './fault-panel.js'
import { JobPanel } from './job-panel.js'
import { usePage } from './page-context.js'
import { PullRequestPanel } from './pull-request-panel.js'
import { RequestPanel } from './request-panel.js'

/** What no Slack user sees: the bot as a process, the service its jobs run on, and where their pull requests are. */
export function SidePanel() {
  const page = usePage()
  return html`<aside class="panel" aria-label="Behind the scenes">
    <header class="bar">
      <h2>Behind the scenes</h2>
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
