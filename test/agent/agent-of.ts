import { onTestFinished } from 'vitest'
import { createStandInAgent, type StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import { type AgentClient, type AgentClientOptions, createAgentClient } from '../../src/agent/agent-client.ts'
import { createAgents } from '../../src/http/request.ts'

export const NOW = Date.UTC(2026, 0, 5, 9)
export const API_KEY = 'svc_very-secret-key'

/** Short enough for what is never answered, long enough for what is, even on a slow machine. */
export const SHORT = { responseMs: 250, wholeMs: 1_200 }

/** A job of the project that these tests' client serves. */
export const job = (jobId: string) => ({ projectId: 'project-1', jobId })

export function clientOf(url: string, options: Partial<AgentClientOptions> = {}): AgentClient {
  return createAgentClient({
    baseUrl: url,
    projectId: 'project-1',
    keys: { agent: API_KEY, all: [API_KEY] },
    jobPath: '/v2/agent/{projectId}/job/{jobId}',
    agents: createAgents(),
    now: () => NOW,
    log: { warn: () => {} },
    firstRetryMs: 1,
    ...options
  })
}

/** A stand-in with one finished job, and the app's client for it. */
export async function startAgent(options: Partial<AgentClientOptions> = {}) {
  const agent: StandInAgent = await createStandInAgent({ apiKey: API_KEY, clock: { now: () => NOW } })
  onTestFinished(() => agent.stop())
  agent.addJob({ id: 'job_1', prLink: 'https://github.com/example/shop/pull/1' })
  return { agent, client: clientOf(agent.url, options) }
}
