import type { JourneyOptions } from './journey.ts'
import { useSettings } from './settings.ts'
import { startWatching } from './watched-job.ts'

/** The mark of a message goes with it. */
export const GONE = { refusals: ['reactions.remove message_not_found'] }

/** It is 14:00. Ana’s job is at work, and Ben has given himself some seconds to undo a reply. */
export async function startUndo(chosen: Record<string, string> = { undo: '10' }, options: JourneyOptions = {}) {
  const journey = useSettings(await startWatching(options))
  const { slack, channel, ben, open, choose, reply, advance } = journey
  await open(ben)
  await choose(ben, chosen)
  return {
    ...journey,
    async write(text: string, by = ben) {
      const { ts } = await reply(text, { by })
      await advance(1_000)
      return ts
    },
    async rewrite(ts: string, text: string) {
      await slack.edit({ user: ben, channel, messageTs: ts, text })
      await advance(1_000)
    },
    async remove(ts: string) {
      await slack.remove({ channel, messageTs: ts })
      await advance(1_000)
    }
  }
}
