import { asShown } from './as-shown.ts'
import type { JourneyOptions } from './journey.ts'
import { startWatching } from './watched-job.ts'

/** Ana steers job_8f2 in #docs; Ben can do so in #api, in a private channel and directly. */
export async function startApart(options: JourneyOptions = {}) {
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
  return { ...journey, api, secret, own, steer, said }
}
