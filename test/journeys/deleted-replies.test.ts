import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('does not name who withdrew a held reply when only its deletion is known', async () => {
  const { slack, channel, reply, advance, thread, later } = await startWatching({
    hourlyLimit: 1,
    refusals: ['reactions.remove message_not_found']
  })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(thread()).toEqual(['bot: Held, then cancelled before it was sent · 14:00'])
  expect(later()).toEqual([])
})
