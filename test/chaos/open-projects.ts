import { createStandInAgent, type StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import { settingsFor } from '../../sandbox/seed-workspace.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import type { Office } from '../support/office.ts'
import type { Finished } from '../support/test-database.ts'

const toProject = (slack: StandInSlack, agent: StandInAgent) => ({
  id: agent.projectId,
  agent,
  env: settingsFor(slack, agent),
  // So that everything said about a job names its project.
  repository: `https://github.com/acme/of-${agent.projectId}`
})

/** A project with its own agent service, as a bot knows it. */
export type Project = ReturnType<typeof toProject>

/** The office's project, and a second one if asked for. */
export async function openProjects(
  { slack, agent }: Office,
  { two, hourlyLimit, finished }: { two: boolean; hourlyLimit: number; finished: Finished }
): Promise<[Project, ...Project[]]> {
  if (!two) return [toProject(slack, agent)]
  const other = await createStandInAgent({ projectId: 'project-2', apiKey: 'standin_other-key', hourlyLimit })
  finished(() => other.stop())
  return [toProject(slack, agent), toProject(slack, other)]
}
