import { createStandInAgent, type StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { Office } from '../support/office.ts'
import type { Finished } from '../support/test-database.ts'

/** A project with its own agent service, as a bot knows it. */
export type Project = { id: string; agent: StandInAgent; env: Record<string, string>; repository: string }

const toProject = (agent: StandInAgent): Project => ({
  id: agent.projectId,
  agent,
  env: { AGENT_API_URL: agent.url, AGENT_PROJECT_ID: agent.projectId, AGENT_API_KEY: agent.apiKey },
  // So that everything said about a job names its project.
  repository: `https://github.com/acme/of-${agent.projectId}`
})

/** The office's project, and a second one if asked for. */
export async function openProjects(
  { agent }: Office,
  { two, hourlyLimit, finished }: { two: boolean; hourlyLimit: number; finished: Finished }
): Promise<[Project, ...Project[]]> {
  if (!two) return [toProject(agent)]
  const other = await createStandInAgent({ projectId: 'project-2', apiKey: 'standin_other-key', hourlyLimit })
  finished(() => other.stop())
  return [toProject(agent), toProject(other)]
}
