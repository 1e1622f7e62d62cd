import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Choice, defaultJobIn } from '../rules/setting.ts'
import { findChoice } from '../stores/setting-store.ts'

type Where = { userId: string; channelId: string | undefined }

/** The job that is meant where nothing else names one: the channel's, or else the person's own, as it was at that time. */
export const defaultJobFor = (
  { database, teamId, projectId }: { database: Sql } & Pick<FollowupDeps, 'teamId' | 'projectId'>,
  { userId, channelId }: Where,
  atMs?: number
): Promise<Choice<string> | undefined> =>
  findChoice(database, { teamId, channelId, userId }, defaultJobIn(projectId), atMs)
