import type { JourneyOptions } from './journey.ts'
import { startForm } from './watched-job.ts'

/** Ana writes to the bot, and then in the threads of her own messages. */
export async function startDirectly(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, ana, advance } = journey
  const channel = slack.directChannel(ana).id
  const write = async (text: string, threadTs?: string) => {
    const { ts } = await slack.say({ user: ana, channel, text, ...(threadTs && { threadTs }) })
    await advance(5_000)
    return ts
  }
  const marks = (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  return { ...journey, channel, write, marks }
}
