import { z } from 'zod'
import { faultSchema, faultTargetSchema } from './fault.ts'
import { finishOptionsSchema } from './job-book.ts'
import type { StandInAgent } from './stand-in-agent.ts'
import { jobPatchSchema, newJobSchema } from './stand-in-job.ts'

const id = z.string()
const commandSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add job'), job: newJobSchema }),
  z.strictObject({ do: z.literal('set job'), id, patch: jobPatchSchema }),
  z.strictObject({ do: z.literal('finish'), id, options: finishOptionsSchema.optional() }),
  z.strictObject({ do: z.literal('fail job'), id }),
  z.strictObject({ do: z.literal('archive'), id }),
  z.strictObject({ do: z.literal('fail'), target: faultTargetSchema, fault: faultSchema }),
  z.strictObject({ do: z.literal('clear faults'), id: id.optional() }),
  z.strictObject({ do: z.literal('release slow') }),
  z.strictObject({ do: z.literal('use budget'), times: z.int().positive() }),
  z.strictObject({ do: z.literal('set hourly limit'), limit: z.int().nonnegative() }),
  z.strictObject({ do: z.literal('refuse connections') }),
  z.strictObject({ do: z.literal('accept connections') })
])
export type AgentCommand = z.infer<typeof commandSchema>

/** The entry point for a page or a person's script: what comes in is JSON from outside. */
export async function runCommand(agent: StandInAgent, input: unknown): Promise<void> {
  const command = commandSchema.parse(input)
  switch (command.do) {
    case 'add job':
      return agent.addJob(command.job)
    case 'set job':
      return agent.setJob(command.id, command.patch)
    case 'finish':
      return agent.finish(command.id, command.options)
    case 'fail job':
      return agent.failJob(command.id)
    case 'archive':
      return agent.archive(command.id)
    case 'fail':
      agent.fail(command.target, command.fault)
      return
    case 'clear faults':
      return agent.clearFaults(command.id)
    case 'release slow':
      return agent.releaseSlow()
    case 'use budget':
      return agent.useBudget(command.times)
    case 'set hourly limit':
      return agent.setHourlyLimit(command.limit)
    case 'refuse connections':
      return agent.refuseConnections()
    case 'accept connections':
      return agent.acceptConnections()
  }
}
