import { expect, it } from 'vitest'
import { runAgentCommand } from '../../../sandbox/control/run-command.ts'
import { startAgent } from '../agent/call-agent.ts'

const add = { do: 'add job', job: { id: 'job_1', status: 'active', life: { worksMs: 5 } } }
const job = (record: object) => ({ jobs: [{ job: record }] })
const fault = { do: 'fail', target: 'send', fault: { kind: 'reset after processing', times: 2 } }

it.each<[string, object[], object]>([
  ['add a job', [add], job({ id: 'job_1', status: 'active' })],
  ['set', [add, { do: 'set job', id: 'job_1', patch: { model: 'm' } }], job({ model: 'm' })],
  [
    'finish',
    [add, { do: 'finish', id: 'job_1', options: { prLink: 'https://x.test/1' } }],
    job({ status: 'completed', prLink: 'https://x.test/1' })
  ],
  ['fail a job', [add, { do: 'fail job', id: 'job_1' }], job({ status: 'failed' })],
  ['archive', [add, { do: 'archive', id: 'job_1' }], job({ status: 'archived' })],
  ['set a fault', [fault], { faults: [{ id: 'fault_1', target: 'send', label: 'reset after processing', left: 2 }] }],
  ['clear faults', [fault, { do: 'clear faults' }], { faults: [] }],
  ['clear one fault', [fault, { do: 'clear faults', id: 'fault_1' }], { faults: [] }],
  ['use budget', [{ do: 'use budget', times: 3 }], { budget: { used: 3, limit: 100 } }],
  ['refill', [{ do: 'use budget', times: 3 }, { do: 'refill budget' }], { budget: { used: 0, limit: 100 } }],
  ['refuse', [{ do: 'refuse connections' }], { isReachable: false }],
  ['accept', [{ do: 'refuse connections' }, { do: 'accept connections' }], { isReachable: true }]
])('%s', async (_, commands, shows) => {
  const { agent } = await startAgent()
  for (const command of commands) await runAgentCommand(agent, JSON.parse(JSON.stringify(command)))
  expect(JSON.parse(JSON.stringify(agent.snapshot()))).toMatchObject(shows)
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
  const { agent } = await startAgent()
  await expect(runAgentCommand(agent, input)).rejects.toThrow()
})
