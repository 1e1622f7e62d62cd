import { expect, it } from 'vitest'
import { inChannel, talk } from '../support/channel-talk.ts'

it.each([
  ['all', 5],
  ['none', 1]
])('tells the channel of %s of the results where the operator wants that', async (policy, messages) => {
  expect(inChannel(await talk({ env: { RESULTS_IN_CHANNEL: policy } }))).toHaveLength(messages)
})
