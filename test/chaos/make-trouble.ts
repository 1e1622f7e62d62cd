import type { Fault as AgentFault } from '../../sandbox/agent/fault.ts'
import type { Fault as SlackFault } from '../../sandbox/slack/fault.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import type { Chance } from '../simulation/seeded-random.ts'
import type { Project } from './open-projects.ts'

const SEND_FAULTS: AgentFault[] = [
  { kind: 'reset after processing' },
  { kind: 'reset before read' },
  { kind: 'cut mid-body' },
  { kind: 'malformed json' },
  { status: 500, processed: true },
  { status: 503 },
  { status: 429, retryAfter: '1' }
]
const READ_FAULTS: AgentFault[] = [
  { kind: 'reset before read' },
  { kind: 'malformed json' },
  { kind: 'missing status' },
  { status: 502 },
  { status: 429, retryAfter: '1' }
]
const SLACK_FAULTS: [method: string, fault: SlackFault][] = [
  ['chat.postMessage', { kind: 'reset after processing' }],
  ['chat.postMessage', { kind: 'reset after processing' }],
  ['chat.postMessage', { kind: 'reset before read' }],
  ['chat.postMessage', { status: 500 }],
  ['chat.postMessage', { retryAfterS: 1 }],
  ['chat.update', { status: 500 }],
  ['conversations.replies', { status: 500 }],
  ['conversations.history', { kind: 'reset before read' }],
  ['reactions.add', { kind: 'reset after processing' }]
]

/** Which share of the agent services' answers, and how often Slack's next one. */
export type HowMuch = { agentShare: number; slackEveryMs: number }

/** All services misbehave at random. */
export function startTrouble(
  slack: StandInSlack,
  projects: Project[],
  chance: Chance,
  { agentShare, slackEveryMs }: HowMuch
): { stop(): void } {
  for (const { agent } of projects)
    agent.chooseFaults(asked =>
      chance.happens(agentShare) ? chance.pick(asked === 'send' ? SEND_FAULTS : READ_FAULTS) : undefined
    )
  const timer = setInterval(() => {
    const [method, fault] = chance.pick(SLACK_FAULTS)
    // A method that nobody calls keeps its fault for good: it is to take no other's place.
    if (slack.faults().every(({ target }) => target !== method)) slack.fail(method, fault)
  }, slackEveryMs)
  return {
    stop() {
      clearInterval(timer)
      slack.clearFaults()
      for (const { agent } of projects) agent.clearFaults()
    }
  }
}
