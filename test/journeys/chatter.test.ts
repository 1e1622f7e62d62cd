import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it.each(['thanks!', ':tada: :+1:', '👍', 'LGTM', 'thanks <@U0ANA>'])(
  'leaves a reply that says no more than “%s” to people',
  async said => {
    const { reply, advance, told, ben, thread, later } = await startWatching()
    await reply(said)
    await advance(2_000)
    expect([told(ben), later()]).toEqual([[], []])
    expect(thread()).toEqual([expect.not.stringMatching(/[👀📨]/u)])
  }
)

it.each(['stop', 'Cancel', '`abort`'])('does not send “%s” alone, and says what can be done instead', async said => {
  const { reply, advance, told, ben, later } = await startWatching()
  await reply(said)
  await advance(2_000)
  expect(told(ben)).toEqual(['Not sent: I can’t stop an agent. What hasn’t gone out yet has a *Cancel* button.'])
  expect(later()).toEqual([])
})

it('sends thanks with anything more to them', async () => {
  const { reply, advance, later, told, ben } = await startWatching()
  const instructions = ['thanks, now add tests', 'lgtm, merge it', ':tada: in the title, too']
  for (const said of instructions) await reply(said)
  await advance(4_000)
  expect(later()).toEqual(instructions)
  expect(told(ben)).toEqual([])
})
