import { z } from 'zod'
import { faultSchema, faultTargetSchema } from '../agent/fault.ts'
import { finishOptionsSchema } from '../agent/job-book.ts'
import type { StandInAgent } from '../agent/stand-in-agent.ts'
import { jobPatchSchema, newJobSchema } from '../agent/stand-in-job.ts'
import { commandRunner, commandsOn } from '../shared/command-table.ts'

const id = z.string()
const takes = commandsOn<StandInAgent>()

/** What is done to the jobs, and how the service misbehaves. */
export const runAgentCommand = commandRunner({
  'add job': takes({ job: newJobSchema }, (agent, { job }) => agent.addJob(job)),
  'set job': takes({ id, patch: jobPatchSchema }, (agent, given) => agent.setJob(given.id, given.patch)),
  finish: takes({ id, options: finishOptionsSchema.optional() }, (agent, given) =>
    agent.finish(given.id, given.options)
  ),
  'fail job': takes({ id }, (agent, given) => agent.failJob(given.id)),
  archive: takes({ id }, (agent, given) => agent.archive(given.id)),
  fail: takes({ target: faultTargetSchema, fault: faultSchema }, (agent, { target, fault }) =>
    agent.fail(target, fault)
  ),
  'clear faults': takes({ id: id.optional() }, (agent, given) => agent.clearFaults(given.id)),
  'release slow': takes({}, agent => agent.releaseSlow()),
  'use budget': takes({ times: z.int().positive() }, (agent, { times }) => agent.useBudget(times)),
  'refill budget': takes({}, agent => agent.refillBudget()),
  'set hourly limit': takes({ limit: z.int().nonnegative() }, (agent, { limit }) => agent.setHourlyLimit(limit)),
  'refuse connections': takes({}, agent => agent.refuseConnections()),
  'accept connections': takes({}, agent => agent.acceptConnections())
})
