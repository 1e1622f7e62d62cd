import { readBudget } from '../../agent/budget.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import { budgetMessage, WAITING_SHOWN } from '../messages/budget-message.ts'
import type { Reader } from '../rules/reader.ts'
import { waitingSeenBy } from '../stores/seen-store.ts'

/** How much can still be sent this hour, and what waits. */
export async function tellBudget(deps: FollowupDeps, reader: Reader): Promise<SlackMessage> {
  const { database, projectId, hourlyLimit, now, workspaceUrl } = deps
  const viewer = await viewerOf(deps, reader)
  const budget = await readBudget(database, { projectId, nowMs: now() }, hourlyLimit)
  const { waiting, count } = await waitingSeenBy(database, viewer, WAITING_SHOWN)
  return budgetMessage({ budget, waiting, count, reader, workspaceUrl })
}
