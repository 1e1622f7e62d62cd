import { withoutLeadingMention } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { stopSecrets } from '../guard-words.ts'
import { namedFirst } from '../intent/named-first.ts'
import { type Command, parseCommand } from '../intent/parse-command.ts'
import { isOfKind } from '../intent/typed-id.ts'
import { readUnlessPaused } from '../read-unless-paused.ts'
import type { JobKey } from '../rules/followup.ts'
import { withoutWhen } from '../rules/parse-when.ts'
import type { Reader } from '../rules/reader.ts'
import { jobsNamed } from '../stores/known-job-store.ts'
import { findLinkedJob } from './find-linked-job.ts'

export type OtherJob = { jobId: string; command: Command }

/** The job other than the thread's that a reply begins by naming, if it is a job at all, and what the reply says to it. */
export async function findOtherJob(
  deps: FollowupDeps,
  author: Reader,
  text: string,
  { jobId: ownId }: JobKey
): Promise<OtherJob | undefined> {
  const command = parseCommand(withoutWhen(withoutLeadingMention(text, deps.botUserId)))
  const named = namedFirst(command, ownId)
  if (named === undefined) return undefined
  if ('url' in named) {
    const jobId = await findLinkedJob(deps, author, named.url)
    return jobId === undefined || jobId === ownId ? undefined : { jobId, command }
  }
  const { jobId } = named
  return jobId !== ownId && (await isJob(deps, author, jobId, ownId)) ? { jobId, command } : undefined
}

/** The channel knows it, or it looks like the thread's own, and the agent service does not deny it. */
async function isJob(deps: FollowupDeps, { channelId }: Reader, jobId: string, ownId: string): Promise<boolean> {
  const { database, teamId, projectId } = deps
  const known = await jobsNamed(database, { teamId, channelId, projectId }, { ids: [jobId], addresses: [] })
  if (known.length > 0) return true
  if (!isOfKind(jobId, ownId) || stopSecrets(deps, 'id', jobId).length > 0) return false
  const read = await readUnlessPaused(deps, { projectId, jobId })
  // Where the service does not say whether there is one, its author is asked.
  return !(read.kind === 'refused' && (read.reason === 'unknown job' || read.reason === 'invalid'))
}
