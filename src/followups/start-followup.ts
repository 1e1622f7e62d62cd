import type { Sql } from '../database/database.ts'
import { cardMessage } from './card-message.ts'
import type { Followup } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { insertFollowup, type NewFollowup } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { sayOnce } from './say-once.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now'>

/**
 * Stores an instruction and the step that follows, in the caller's transaction. One that has no thread yet gets its card first:
 * a channel that the bot cannot post in then costs no send. Undefined: this reply is stored already.
 */
export async function startFollowup(deps: Deps, sql: Sql, instruction: NewFollowup): Promise<Followup | undefined> {
  const { enqueue } = deps
  const job = await lockJob(sql, instruction)
  const followup = await insertFollowup(sql, instruction)
  if (followup === undefined) return undefined
  if (followup.threadTs !== null) {
    await enqueue(sql, 'send-followup', { followupId: followup.id })
    await enqueue(sql, 'refresh-card', { ...followup, threadTs: followup.threadTs })
    if (followup.replyTs !== null) await enqueue(sql, 'show-reaction', { followupId: followup.id })
    return followup
  }
  const message = cardMessage({ followups: [followup], job, lastCheck: null })
  const { id, teamId, channelId } = followup
  await sayOnce(deps, sql, { id: `${id}:card`, teamId, channelId, threadTs: null, followupId: id, message })
  return followup
}
