import { onTestFinished } from 'vitest'
import {
  createStandInAgent,
  type StandInAgent,
  type StandInAgentOptions
} from '../../../sandbox/agent/stand-in-agent.ts'
import { createStillClock } from '../../support/still-clock.ts'

export async function startAgent(options: StandInAgentOptions = {}) {
  const clock = createStillClock()
  const agent = await createStandInAgent({ clock, ...options })
  onTestFinished(() => agent.stop())
  return { agent, clock }
}

export type Call = {
  key?: string | null
  projectId?: string
  body?: string
  contentType?: string
  signal?: AbortSignal
}

export function post(agent: StandInAgent, jobId: string, prompt: unknown, call: Call = {}): Promise<Response> {
  return fetch(`${agent.url}/v2/agent/${call.projectId ?? agent.projectId}/job/${encodeURIComponent(jobId)}/message`, {
    method: 'POST',
    headers: { ...toAuthorization(agent, call), 'content-type': call.contentType ?? 'application/json' },
    body: call.body ?? JSON.stringify({ prompt }),
    signal: call.signal
  })
}

export function get(agent: StandInAgent, jobId: string, call: Call = {}): Promise<Response> {
  return fetch(`${agent.url}/v2/agent/${call.projectId ?? agent.projectId}/job/${encodeURIComponent(jobId)}`, {
    headers: toAuthorization(agent, call),
    signal: call.signal
  })
}

function toAuthorization(agent: StandInAgent, call: Call): Record<string, string> {
  return call.key === null ? {} : { authorization: `Bearer ${call.key ?? agent.apiKey}` }
}
