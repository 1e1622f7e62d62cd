import { expect, it } from 'vitest'
import { runAgentCommand } from '../../../sandbox/control/run-command.ts'
import { startAgent } from '../agent/call-agent.ts'

const add = { do: 'add job', job: { id: 'job_1', status: 'active', life: { worksMs: 5 } } }
const job = (record: object) => ({ jobs: [{ job: record }] })
const fault = { do: 'fail', target: 'send', fault: { kind: 'reset after processing', times: 2 } }

it.each<{ name: string; commands: object[]; shows: object }>([
  { name: 'add a job', commands: [add], shows: job({ id: 'job_1', status: 'active' }) },
  { name: 'set', commands: [add, { do: 'set job', id: 'job_1', patch: { model: 'm' } }], shows: job({ model: 'm' }) },
  {
    name: 'finish',
    commands: [add, { do: 'finish', id: 'job_1', options: { prLink: 'https://x.test/1' } }],
    shows: job({ status: 'completed', prLink: 'https://x.test/1' })
  },
  { name: 'fail a job', commands: [add, { do: 'fail job', id: 'job_1' }], shows: job({ status: 'failed' }) },
  { name: 'archive', commands: [add, { do: 'archive', id: 'job_1' }], shows: job({ status: 'archived' }) },
  {
    name: 'set a fault',
    commands: [fault],
    shows: { faults: [{ id: 'fault_1', target: 'send', label: 'reset after processing', left: 2 }] }
  },
  { name: 'clear faults', commands: [fault, { do: 'clear faults' }], shows: { faults: [] } },
  { name: 'clear one fault', commands: [fault, { do: 'clear faults', id: 'fault_1' }], shows: { faults: [] } },
  { name: 'use budget', commands: [{ do: 'use budget', times: 3 }], shows: { budget: { used: 3, limit: 100 } } },
  {
    name: 'refill',
    commands: [{ do: 'use budget', times: 3 }, { do: 'refill budget' }],
    shows: { budget: { used: 0, limit: 100 } }
  },
  { name: 'refuse', commands: [{ do: 'refuse connections' }], shows: { isReachable: false } },
  {
    name: 'accept',
    commands: [{ do: 'refuse connections' }, { do: 'accept connections' }],
    shows: { isReachable: true }
  }
])('$name', async ({ commands, shows }) => {
  await using started = await startAgent()
  for (const command of commands) await runAgentCommand(started.agent, JSON.parse(JSON.stringify(command)))
  expect(JSON.parse(JSON.stringify(started.agent.snapshot()))).toMatchObject(shows)
})

it.each([
  undefined,
  'finish',
  { do: 'explode' },
  { do: 'finish' },
  { do: 'finish', id: 'job_9' },
  { do: 'add job', job: { id: 'job_1', colour: 'red' } },
  { do: 'fail', target: 'send', fault: { kind: 'odd' } },
  { do: 'use budget', times: -1 }
])('%j is refused', async input => {
  await using started = await startAgent()
  await expect(runAgentCommand(started.agent, input)).rejects.toThrow()
})
