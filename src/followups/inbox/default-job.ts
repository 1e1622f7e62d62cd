import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Choice, defaultJobIn } from '../model/setting.ts'
import { findChoice } from '../stores/setting-store.ts'

/** The job that is meant where nothing else names one. */
export const defaultJobFor = (
  { database, teamId, projectId }: { database: Sql } & Pick<FollowupDeps, 'teamId' | 'projectId'>,
  channelId: string
): Promise<Choice<string> | undefined> => findChoice(database, teamId, [channelId], defaultJobIn(projectId))
