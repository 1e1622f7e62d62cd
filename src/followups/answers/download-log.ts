import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { SlackRefusal } from '../../slack/slack-failure.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerStillIn } from '../may-see.ts'
import {
  logFile,
  logNotSentMessage,
  logPerhapsSentMessage,
  logSentMessage,
  mayNotSendFilesMessage
} from '../messages/log-file.ts'
import { logMessage } from '../messages/log-message.ts'
import type { Reader } from '../rules/reader.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { instructionsSeenBy } from '../stores/seen-store.ts'

const MOST = 2_000

/** What this workspace, or its administrators, do not allow: pressing again changes nothing. */
const NOT_ALLOWED = new Set(['missing_scope', 'file_uploads_disabled', 'file_type_not_allowed', 'blocked_file_type'])

/** All instructions to a job that somebody may see, as a file that nobody else sees. */
export async function downloadLog(deps: FollowupDeps, reader: Reader, jobId: string): Promise<SlackMessage> {
  const { database, slack, workspaceUrl, now, log } = deps
  const page = { jobId, untilMs: Math.round(now()), skip: 0 }
  const viewer = await viewerStillIn(deps, reader)
  const { entries, count } = await instructionsSeenBy(database, viewer, { ...page, most: MOST })
  if (entries.length === 0) return logMessage({ ...page, entries, count, reader, workspaceUrl, canDownload: false })
  const { file, rows } = logFile({ jobId, entries, nameOf: await namesOf(deps, entries), workspaceUrl })
  try {
    const shared = await slack.shareFile(await slack.openDirect(reader.userId), file)
    return shared === 'shared' ? logSentMessage(jobId, rows, count) : logPerhapsSentMessage(jobId)
  } catch (error) {
    log.warn({ job: jobId, error: errorWords(error) }, 'A log could not be sent as a file')
    const isAllowed = !(error instanceof SlackRefusal && NOT_ALLOWED.has(error.code))
    return isAllowed ? logNotSentMessage(jobId) : mayNotSendFilesMessage()
  }
}

async function namesOf({ names }: FollowupDeps, entries: SeenFollowup[]): Promise<Map<string, string>> {
  const nameMentions = names.together('')
  const ids = [...new Set(entries.map(({ followup }) => followup.requesterId))]
  const nameOf = async (id: string) => decodeSlackText(await nameMentions(`<@${id}>`)).replace(/^@/, '')
  return new Map(await Promise.all(ids.map(async id => [id, await nameOf(id)] as const)))
}
