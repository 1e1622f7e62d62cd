import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createStandInAgent, type StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import { openPort } from '../../sandbox/shared/open-port.ts'

/** One address for the agent service, behind which each project has its own. */
async function serveTogether(agents: StandInAgent[]): Promise<string> {
  const server = createServer((request, response) => {
    const agent = agents.find(({ projectId }) => request.url?.includes(`/${projectId}/`)) ?? agents[0]
    const { method, headers, url = '' } = request
    const passed = ask(new URL(url, agent?.url), { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  const port = await openPort(server)
  onTestFinished(() => port.close())
  return `http://127.0.0.1:${port.number}`
}

type Clock = { now(): number }

/** The settings of a bot that serves two projects: the second has the channels given, the first all others. */
export async function openTwoProjects({ clock, channels }: { clock?: Clock; channels: string[] }) {
  const [docs, api] = await Promise.all(
    ['docs', 'api'].map(async name => {
      const agent = await createStandInAgent({
        projectId: `project-${name}`,
        apiKey: `standin_${name}-key`,
        ...(clock && { clock })
      })
      onTestFinished(agent.stop)
      return agent
    })
  )
  if (!docs || !api) throw new Error('Two projects are to be there')
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-projects-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [file, keyFile] = [join(folder, 'projects.yaml'), join(folder, 'api-key')]
  await writeFile(keyFile, `${api.apiKey}\n`)
  await writeFile(
    file,
    `projects:
  - name: Docs
    id: ${docs.projectId}
    key: DOCS_KEY
  - name: API
    id: ${api.projectId}
    key: API_KEY
    hourlyLimit: 2
    channels: [${channels.join(', ')}]
`
  )
  const env = {
    AGENT_API_URL: await serveTogether([docs, api]),
    AGENT_PROJECT_ID: '',
    AGENT_API_KEY: '',
    AGENT_HOURLY_LIMIT: '',
    PROJECTS_FILE: file,
    DOCS_KEY: docs.apiKey,
    API_KEY_FILE: keyFile
  }
  return { docs, api, env, keyFile }
}
