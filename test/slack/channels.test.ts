import { expect, it } from 'vitest'
import { createChannels } from '../../src/slack/channels.ts'

it('asks Slack once about a channel, however many ask at the same time', async () => {
  const asked: string[] = []
  const channelInfo = async (channelId: string) => {
    asked.push(channelId)
    return { channel: { is_private: false } }
  }
  const { isPublic } = createChannels({ channelInfo }, () => 0)
  expect(await Promise.all(['C1', 'C1', 'C2', 'C1'].map(isPublic))).toEqual([true, true, true, true])
  expect(asked).toEqual(['C1', 'C2'])
})
