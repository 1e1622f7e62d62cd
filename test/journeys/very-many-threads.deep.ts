import { expect, it } from 'vitest'
import { startApart } from '../support/apart.ts'

it('edits no more than ten threads for what one of them sends', async () => {
  const { slack, ben, steer, advance } = await startApart({ refusals: ['chat.update ratelimited'] })
  const channels = Array.from(
    { length: 14 },
    (_, at) => slack.addChannel({ id: `C0MORE${at}`, name: `more-${at}`, members: [ben] }).id
  )
  for (const channel of channels) await steer('look at it', channel)
  await advance(60_000)
  const before = slack.calls('chat.update').length
  await steer('add tests')
  await advance(10_000)
  const edited = new Set(
    slack
      .calls('chat.update')
      .slice(before)
      .map(({ params }) => params.channel)
  )
  expect(edited.size).toBeLessThanOrEqual(11)
})
