import { startWatching, type WatchedJob } from './watched-job.ts'

/** Ben edits his reply. */
export const editing = (journey: WatchedJob, messageTs: string) => async (text: string) => {
  const { slack, channel, ben: user, advance } = journey
  await slack.edit({ user, channel, messageTs, text })
  await advance(3_000)
}

export async function startWithSentReply() {
  const journey = await startWatching()
  const { ts } = await journey.reply('shorten it')
  await journey.advance(3_000)
  return { ...journey, ts, edit: editing(journey, ts) }
}
