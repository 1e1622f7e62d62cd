import type { Sql } from '../database/database.ts'
import { postInThread } from './consequences.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { cardMessage } from './messages/card-message.ts'
import type { Followup } from './rules/followup.ts'
import { sayOnce } from './say-once.ts'
import { insertFollowups, type NewFollowup } from './stores/followup-store.ts'
import { findJobs, lockJob } from './stores/job-store.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now'>

/** Stores an instruction and the step that follows, in the caller's transaction. Undefined: this reply is already stored. */
export async function startFollowup(deps: Deps, sql: Sql, instruction: NewFollowup): Promise<Followup | undefined> {
  const { enqueue } = deps
  const { threadTs } = instruction
  if (threadTs === null) return (await startWithCards(deps, sql, [instruction]))[0]
  await lockJob(sql, instruction)
  const [followup] = await insertFollowups(sql, [instruction])
  if (followup === undefined) return undefined
  await enqueue(sql, 'send-followup', { followupId: followup.id })
  await enqueue(sql, 'refresh-card', { ...followup, threadTs })
  if (followup.replyTs !== null) await enqueue(sql, 'show-reaction', { followupId: followup.id })
  return followup
}

/**
 * The same for several instructions that have no thread yet. Each gets its card first: a channel that the bot cannot post in then
 * costs no send. They wait for no job's lock: binding a card to its job takes it, and nothing is sent before that.
 */
export async function startWithCards(deps: Deps, sql: Sql, instructions: NewFollowup[]): Promise<Followup[]> {
  const jobOf = await findJobs(sql, instructions)
  const followups = await insertFollowups(sql, instructions)
  const cards = followups.map(followup => {
    const message = cardMessage({ followups: [followup], job: jobOf(followup), lastCheck: null })
    return postInThread({ ...followup, threadTs: null }, 'card', message)
  })
  await sayOnce(deps, sql, ...cards)
  return followups
}
