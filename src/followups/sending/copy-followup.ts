import type { Followup } from '../model/followup.ts'
import type { NewFollowup } from '../stores/followup-store.ts'

/** The same instruction once more, in the same place. */
export function copyFollowup(followup: Followup, replyTs: string | null, writtenAtMs: number): NewFollowup {
  const { projectId, jobId, teamId, channelId, threadTs, writtenInTs, requesterId, prompt, fileCount, isThreadOnly } =
    followup
  return {
    projectId,
    jobId,
    teamId,
    channelId,
    threadTs,
    writtenInTs,
    // The first one's may be used up or too old.
    responseUrl: null,
    requesterId,
    prompt,
    fileCount,
    isThreadOnly,
    replyTs,
    writtenAtMs
  }
}
