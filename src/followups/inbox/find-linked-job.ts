import type { FollowupDeps } from '../followup-deps.ts'
import { maySeeThread } from '../may-see.ts'
import { jobIdIn } from '../model/job-link.ts'
import { linkNames } from '../model/link-names.ts'
import { linkedMessage } from '../model/message-link.ts'
import type { Reader } from '../model/reader.ts'
import { jobsNamed } from '../stores/seen-store.ts'
import { findThread } from '../stores/thread-store.ts'

/**
 * The job that a link leads to: to its page, as the operator said what such links look like; to its card, or a message under it;
 * to a pull request that it left; or with its id in the path, if the channel knows that job.
 */
export async function findLinkedJob(deps: FollowupDeps, reader: Reader, link: string): Promise<string | undefined> {
  const { database, teamId, projectId, workspaceUrl, jobLink } = deps
  const named = jobLink === undefined ? undefined : jobIdIn(link, jobLink)
  if (named !== undefined) return named
  const message = linkedMessage(link, workspaceUrl)
  if (message) {
    const thread = await findThread(database, { teamId, ...message })
    const isSeen = thread?.projectId === projectId && (await maySeeThread(deps, reader, thread))
    return isSeen ? thread.jobId : undefined
  }
  const [jobId, ...others] = await jobsNamed(database, { ...reader, teamId, projectId }, linkNames(link))
  return others.length === 0 ? jobId : undefined
}
