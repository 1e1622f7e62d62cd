import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

/** Ana steers job_8f2 in #docs; Ben can do so in #api, in a private channel and directly. */
async function startApart(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { slack, ana, ben, command, advance } = journey
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ben] }).id
  const own = slack.directChannel(ben).id
  await advance(2_000)
  const steer = async (words: string, channel = api) => {
    await command(`job_8f2 ${words}`, { by: ben, channel })
    await advance(6_000)
  }
  /** What the bot wrote in a channel, the card first. */
  const said = (channel: string) =>
    slack
      .messages(channel)
      .filter(({ user }) => user === slack.botUserId)
      .map(asShown)
  const edits = () => slack.calls().filter(({ method }) => method === 'chat.update').length
  return { ...journey, api, secret, own, steer, said, edits }
}

const LINE = /^— ↪ .*$/m

it('notes an instruction from another thread on the card, and in one line in a thread that waits for its own', async () => {
  const { steer, card, thread, said, api } = await startApart()
  await steer('add tests')
  expect(card()).toMatch(/\n— ↪ Also steered from #C0API: 1 instruction, sent 2026-11-20 14:00 by @Ben\n/)
  expect(thread()).toEqual([
    'bot: — ↪ *job_8f2* was also sent an instruction from #C0API at 14:00, so what comes next may be about both.'
  ])
  expect(said(api)).toHaveLength(1)
  expect(said(api)[0]).toMatch(/\n— ↪ Also steered from #docs: 1 instruction, sent 2026-11-20 14:00 by @Ana\n/)
})
