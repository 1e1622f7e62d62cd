import { z } from 'zod'
import {
  type ApiContext,
  type ApiMethod,
  defineMethod,
  enterChannel,
  refuseArchived,
  requireMessage
} from '../api-method.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import { BOT } from '../slack-world.ts'

const params = z.object({ channel: z.string().min(1), timestamp: z.string().min(1), name: z.string().min(1) })

/** The emoji's name as Slack files it; a name with colons is not one. */
function knownEmoji({ emoji }: ApiContext, name: string): string {
  const [plain = '', tone] = name.split('::')
  const known = emoji.has(plain) && (tone === undefined || /^skin-tone-[2-6]$/.test(tone))
  if (!known) throw new SlackRefusal('invalid_name')
  return name
}

const changing = (perMinute: number, change: 'addReaction' | 'removeReaction') =>
  defineMethod({
    scope: 'reactions:write',
    perMinute,
    params,
    run(context, { channel: id, timestamp, name }) {
      const channel = refuseArchived(enterChannel(context, id))
      const emoji = knownEmoji(context, name)
      context.board[change](channel, requireMessage(context, channel, timestamp), BOT.userId, emoji)
      return {}
    }
  })

export const reactionMethods: Record<string, ApiMethod> = {
  'reactions.add': changing(50, 'addReaction'),
  'reactions.remove': changing(20, 'removeReaction')
}
