import { expect, it } from 'vitest'
import { createChannels } from '../../src/slack/lookups.ts'

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

it('asks once in ten seconds whether the bot is in a channel, but again at once after a no', async () => {
  const clock = { now: 0 }
  const answers = [false, true, true]
  let asked = 0
  const channelInfo = async () => ({ channel: { is_member: answers[asked++] ?? false } })
  const { hasBot } = createChannels({ channelInfo }, () => clock.now)
  expect([await hasBot('C1'), await hasBot('C1')]).toEqual([false, true])
  clock.now = 9_999
  expect([await Promise.all(['C1', 'C1', 'D1'].map(hasBot)), asked]).toEqual([[true, true, true], 2])
  clock.now = 10_000
  expect([await hasBot('C1'), asked]).toEqual([true, 3])
})
