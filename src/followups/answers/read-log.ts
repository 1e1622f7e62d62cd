import { z } from 'zod'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import { ENTRIES_ON_A_PAGE, logMessage } from '../messages/log-message.ts'
import type { Reader } from '../rules/reader.ts'
import { instructionsSeenBy } from '../stores/seen-store.ts'

/** Later instructions do not move the pages that somebody is reading. */
const pageSchema = z.object({
  untilMs: z.coerce.number(),
  skip: z.coerce.number().int().min(0).max(1_000_000),
  jobId: z.string()
})

type Page = z.output<typeof pageSchema>

export const readLog = (deps: FollowupDeps, reader: Reader, jobId: string): Promise<SlackMessage> =>
  readPage(deps, reader, { jobId, untilMs: Math.round(deps.now()), skip: 0 })

/** `value` is what the button carries. */
export function turnLog(deps: FollowupDeps, reader: Reader, value: string): Promise<SlackMessage> {
  const [untilMs, skip, jobId] = value.split(' ')
  return readPage(deps, reader, pageSchema.parse({ untilMs, skip, jobId }))
}

async function readPage(deps: FollowupDeps, reader: Reader, page: Page): Promise<SlackMessage> {
  const viewer = await viewerOf(deps, reader)
  const found = await instructionsSeenBy(deps.database, viewer, { ...page, most: ENTRIES_ON_A_PAGE })
  return logMessage({ ...found, ...page, reader, workspaceUrl: deps.workspaceUrl })
}
