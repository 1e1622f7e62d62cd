import { expect, it } from 'vitest'
import { createStandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { eventually } from '../support/eventually.ts'
import { startTrouble } from './make-trouble.ts'

it('goes on with other methods when one of them is never called', async () => {
  await using opened = new AsyncDisposableStack()
  const slack = await createStandInSlack()
  opened.defer(slack.stop)
  const trouble = startTrouble(slack, [], createChance(1), { agentShare: 0, slackEveryMs: 1 })
  opened.defer(async () => trouble.stop())
  const waiting = () => slack.faults().map(({ target }) => target)
  await eventually(() => waiting().includes('chat.postMessage') && waiting().length === 5, 'a fault for each method')
  expect(new Set(waiting()).size).toBe(5)
})
