import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'
import { everyMessage, findCard, GUIDED, isBots, usePage } from './page-context.js'

const PROMPT = 'Also add error handling examples to the quickstart'

const COMMAND = `/agent-followup ${GUIDED.job} ${PROMPT}`

const replies = server =>
  everyMessage(server).filter(
    message =>
      !isBots(server, message) &&
      message.thread_ts !== undefined &&
      message.thread_ts !== message.ts &&
      message.parent_user_id === server.app.userId
  )

const isDone = ({ reactions }) => reactions?.some(({ name }) => name === 'white_check_mark')

const results = server =>
  everyMessage(server).filter(message => isBots(server, message) && message.subtype === 'thread_broadcast')

/** The short path a newcomer follows. `done` looks at what happened, however the person got there. */
export const STEPS = [
  {
    title: 'Run this command',
    words: 'An agent has finished a job, and Ana wants more from it. In #docs, she sends:',
    code: COMMAND,
    action: 'Write it for me',
    act: page => page.write(COMMAND),
    done: server => findCard(server) !== undefined
  },
  {
    title: 'Watch the card',
    words:
      'One message stands for the job and changes as the job does. “Behind the scenes” shows the request that reached the agent service, with its key masked. The job ends on its own within a minute; the next step ends it sooner.',
    action: 'Seen it',
    act: page => page.passStep(page.guide.step),
    done: () => false
  },
  {
    title: 'Finish the job',
    words: `Let ${GUIDED.job} finish with a pull request. The bot looks after 5 s and after 20 s, then every 8 s to 30 s.`,
    action: 'Finish the job',
    act: page =>
      page.act('agent', { do: 'finish', id: GUIDED.job, options: { prLink: 'https://github.com/acme/docs/pull/12' } }),
    done: server => results(server).length > 0
  },
  {
    title: 'Reply in the thread',
    words:
      'The outcome came as a reply, shown in the channel too. Reply in the thread, for example “shorten the second example”, and your words go to the agent. Then watch the mark on them: 👀 seen, 📨 the agent has it, ✅ finished.',
    action: 'Open the thread',
    act: page => page.writeInThread('shorten the second example'),
    done: server => replies(server).some(isDone)
  },
  {
    title: 'Break something',
    words:
      'Lose the agent’s next answer, then reply again: the bot says “maybe delivered” and leaves the choice to you. It never sends anything again on its own.',
    action: 'Lose the next answer',
    act: page => {
      page.act('agent', { do: 'fail', target: 'send', fault: { kind: 'reset after processing' } })
      page.writeInThread('and add a table of error codes')
    },
    done: server => server.agent.requests.some(request => request.fault !== null)
  },
  {
    title: 'Kill the bot',
    words:
      'A real SIGKILL, in the middle of everything. While the bot is dead, reply in the thread if you like: Slack keeps your reply for a minute.',
    action: 'Kill the bot',
    act: page => page.act('bot', { do: 'kill' }),
    done: server => server.bot.state === 'killed' || server.bot.starts > 1
  },
  {
    title: 'Start it again',
    words:
      'It remembers every thread and picks up where it left off. Nothing that it had acknowledged is lost, and nothing is sent twice.',
    action: 'Start the bot',
    act: page => page.act('bot', { do: 'start' }),
    done: server => server.bot.starts > 1 && server.bot.state === 'running'
  }
]

/** The guided path: one step at a time, over the channel, until it is finished or dismissed. */
export function Guide() {
  const page = usePage()
  const { guide } = page
  const step = STEPS[guide.step]

  useEffect(() => {
    if (!guide.isHidden && step?.done(page.server)) page.passStep(guide.step)
  })

  if (guide.isHidden) return null
  return html`<section class="row guide" aria-label="Guided path">
    ${step ? html`<${Step} step=${step} number=${guide.step + 1} />` : html`<${Walked} />`}
    <button type="button" class="icon-button" aria-label="Put the guided path away" onClick=${page.hideGuide}>✕</button>
  </section>`
}

function Step({ step, number }) {
  const page = usePage()
  return html`<div class="grow" aria-live="polite">
      <h2>${number} of ${STEPS.length} · ${step.title}</h2>
      <p>${step.words} ${step.code && html`<code>${step.code}</code>`}</p>
    </div>
    <button type="button" class="button primary" onClick=${() => step.act(page)}>${step.action}</button>
    <button type="button" class="link small" onClick=${() => page.passStep(page.guide.step)}>Skip</button>`
}

function Walked() {
  const page = usePage()
  return html`<div class="grow" aria-live="polite">
      <h2>That’s the product.</h2>
      <p>Keep exploring: speak as a guest or as someone from the other company, visit #random, where the bot has to be invited first, try the other jobs, break more things. The gallery shows every message the bot can send.</p>
    </div>
    <a class="button primary" href="/gallery" onClick=${page.follow}>Message gallery</a>`
}
