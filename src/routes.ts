import { z } from 'zod'
import { createReceiver } from './followups/inbox/receive.ts'
import type { CommandDeps } from './followups/sending/store-commands.ts'
import { listeners } from './listeners.ts'
import type { Project } from './projects.ts'

type Served = { project: Project; answerDeps: Omit<CommandDeps, 'ofProject' | 'inChannel'> }

const said = z.object({ event: z.object({ channel: z.string() }) })

export type Routes = ReturnType<typeof createRoutes>

/** To which project something goes: to that of its channel, unless it was begun in the name of another. */
export function createRoutes([first, ...others]: [Served, ...Served[]]) {
  const open = ({ project, answerDeps }: Served) => {
    const deps: CommandDeps = { ...answerDeps, ofProject, inChannel }
    return { project, deps, receive: createReceiver(deps, listeners.events) }
  }
  const rest = open(first)
  const all = [rest, ...others.map(open)]

  function ofProject(projectId: string): CommandDeps | undefined {
    return all.find(({ deps }) => deps.projectId === projectId)?.deps
  }
  const routeOf = (channelId: string) => all.find(({ project }) => project.channels.has(channelId)) ?? rest
  function inChannel(channelId = ''): CommandDeps {
    return routeOf(channelId).deps
  }

  return {
    ofProject,
    inChannel,
    storeEvent: (body: unknown) => routeOf(said.safeParse(body).data?.event.channel ?? '').receive(body)
  }
}
