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

it.each([
  ['deletion, edit', [2, 1]],
  ['deletion, edit, message', [2, 1, 0]],
  ['deletion, message, edit', [2, 0, 1]],
  ['edit, deletion, message', [1, 2, 0]]
])('sends nothing of a reply that was edited and deleted, when Slack delivers %s', async (_, order) => {
  const { slack, channel, ben, reply, advance, later, told } = await startWatching()
  slack.hold()
  const { ts } = await reply('shorten it')
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it' })
  await slack.remove({ channel, messageTs: ts })
  await slack.release(held => order.flatMap(at => held[at] ?? []))
  await advance(20_000)
  expect([later(), told(ben)]).toEqual([[], []])
})
