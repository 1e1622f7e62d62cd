import type { Sql } from '../database/database.ts'
import { StartError } from '../errors.ts'
import type { Log } from './followup-deps.ts'
import { findUnknown } from './stores/setting-store.ts'
import { countWorkOfOthers, ownerOf } from './stores/team-store.ts'

/** A database belongs to one team. Work for a project this process does not serve keeps waiting, and the operator is told. */
export async function claimDatabase(
  sql: Sql,
  { teamId, projectId }: { teamId: string; projectId: string },
  log: Log
): Promise<void> {
  const ownerId = await ownerOf(sql, teamId)
  if (ownerId !== teamId) {
    throw new StartError(
      `This database belongs to the Slack workspace ${ownerId}, but SLACK_BOT_TOKEN belongs to ${teamId}. Give each workspace its own database: set DATABASE_URL or DATA_DIR.`
    )
  }
  const unknown = await findUnknown(sql)
  if (unknown !== undefined) {
    throw new StartError(
      `Somebody chose something for '${unknown}' that this version of Agent Follow-up does not know. Start the newer version with which they did.`
    )
  }
  for (const waiting of await countWorkOfOthers(sql, projectId)) {
    log.warn(waiting, `Follow-ups of another project wait for a bot that serves it; this one serves '${projectId}'`)
  }
}
