import { expect, it } from 'vitest'
import { newestTold, thanked } from '../support/chatter.ts'
import { startWatching } from '../support/watched-job.ts'

const NOT_SENT = 'Not sent: that looks like a thank-you.\n[Send it]'

it.each(['thanks!', ':tada: :+1:', '👍', 'LGTM', 'Perfect :)', 'thanks <@U0ANA>'])(
  'does not send a reply that says no more than “%s”, and says so to its author',
  async said => {
    const journey = await thanked(said)
    expect(journey.told(journey.ben)).toEqual([NOT_SENT])
    expect(journey.thread()).toHaveLength(1)
    expect(journey.thread()[0]).not.toMatch(/[👀📨]/u)
    expect(journey.later()).toEqual([])
  }
)

it.each(['stop', 'Cancel', '`abort`'])(
  'does not send “%s” alone either, and says what can be done instead',
  async said => {
    const journey = await thanked(said)
    expect(journey.told(journey.ben)).toEqual([
      'Not sent: I can’t stop an agent. On the card, *Cancel* takes back what hasn’t gone out yet.\n[Send it]'
    ])
    expect(journey.later()).toEqual([])
    await journey.press('send-chatter', { on: newestTold(journey), by: journey.ben })
    await journey.advance(2_000)
    expect(journey.later()).toEqual([said])
  }
)

it('sends thanks with anything more to them', async () => {
  const journey = await startWatching()
  const instructions = [
    'thanks, now add tests',
    'lgtm, merge it',
    'danke, und jetzt kürzer',
    ':tada: in the title, too'
  ]
  for (const said of instructions) await journey.reply(said)
  await journey.advance(4_000)
  expect(journey.later()).toEqual(instructions)
  expect(journey.told(journey.ben)).toEqual([])
})

it('sends it once after all when its author says so, even after a restart', async () => {
  const journey = await thanked()
  const { ben, press, told, advance, later, thread } = journey
  const on = newestTold(journey)
  await journey.restart()
  await Promise.all([1, 2].map(() => press('send-chatter', { on, by: ben })))
  await advance(2_000)
  expect(told(ben)).toEqual(['Got it: on its way to *job_8f2*.'])
  expect(later()).toEqual(['Great, thanks! :tada:'])
  expect(thread()).toEqual(['Ben: Great, thanks! :tada: 📨'])
})

it.each([
  ['now add tests', ['now add tests']],
  ['thanks a lot!', ['thanks a lot!']],
  ['// thanks', []]
])('sends what the reply says by then: “%s”', async (text, sent) => {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, press, later } = journey
  const { ts } = await reply('thanks!')
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs: ts, text })
  await advance(2_000)
  await press('send-chatter', { on: newestTold(journey), by: ben })
  await advance(2_000)
  expect(later()).toEqual(sent)
})
