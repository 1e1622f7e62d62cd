import type { FollowupDeps } from '../followup-deps.ts'
import { digestMessage } from '../messages/digest-message.ts'
import { isIn } from '../rules/followup.ts'
import { digestId } from '../rules/message-ids.ts'
import { sayOnce } from '../say-once.ts'
import { closeDigest, type DigestKey } from '../stores/digest-store.ts'
import { loadFollowups } from '../stores/followup-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'workspaceUrl'>

/** Tells a channel in one message what ended while no bot ran. */
export async function tellDigest(deps: Deps, key: DigestKey): Promise<void> {
  const { database, workspaceUrl } = deps
  const { teamId, channelId } = key
  await database.transaction(async sql => {
    const digest = await closeDigest(sql, key, deps.now())
    if (digest === undefined) return
    const { followupIds, ...offline } = digest
    const finished = (await loadFollowups(sql, followupIds)).filter(followup => isIn(followup, 'finished'))
    const message = digestMessage({ offline, finished, workspaceUrl })
    await sayOnce(deps, sql, { id: digestId(key), teamId, channelId, threadTs: null, followupId: null, message })
  })
}
