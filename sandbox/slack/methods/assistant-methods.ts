import { z } from 'zod'
import { type ApiMethod, defineMethod, enterChannel, refuseArchived } from '../api-method.ts'
import { SlackRefusal } from '../slack-refusal.ts'

export const assistantMethods: Record<string, ApiMethod> = {
  'assistant.threads.setStatus': defineMethod({
    scope: 'chat:write',
    // Slack only says that the rate is special.
    perMinute: 60,
    params: z.object({
      channel_id: z.string().min(1),
      thread_ts: z.string().min(1),
      status: z.string(),
      loading_messages: z.array(z.string()).max(10).optional()
    }),
    run(context, { channel_id, thread_ts, status }) {
      const channel = refuseArchived(enterChannel(context, channel_id))
      const first = context.world.findMessage(channel.id, thread_ts)
      if (!first || (first.thread_ts && first.thread_ts !== first.ts)) throw new SlackRefusal('invalid_thread_ts')
      context.world.statuses.set({ channel: channel.id, thread_ts, status })
      return {}
    }
  })
}
