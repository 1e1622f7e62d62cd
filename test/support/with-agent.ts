import { type AgentClientOptions, createAgentClient } from '../../src/agent/agent-client.ts'
import type { Config } from '../../src/config.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { createAgents } from '../../src/http/request.ts'

/** With the patience of a real bot, or as much as is said: on a busy machine, that of a test is soon over. */
export const withAgent =
  (config: Config, patience: Pick<AgentClientOptions, 'bounds' | 'firstRetryMs'> = {}) =>
  (deps: FollowupDeps): FollowupDeps => ({
    ...deps,
    agent: createAgentClient({
      ...config.agent,
      ...(config.projects.find(({ projectId }) => projectId === deps.projectId) ?? config.projects[0]),
      agents: createAgents(),
      now: deps.now,
      log: deps.log,
      onBusy: deps.metrics.agentWasBusy,
      ...patience
    })
  })
