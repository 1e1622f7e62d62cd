import { TransientError } from '../../src/errors.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'

/** For `wrap`: while it is cut off, every send ends as if its process had died before the POST. */
export function interruptibleSender() {
  const sender = { isCutOff: false }
  const wrap = (deps: FollowupDeps): FollowupDeps => ({
    ...deps,
    agent: {
      ...deps.agent,
      async sendMessage(...call) {
        if (sender.isCutOff) throw new TransientError('The process was interrupted')
        return deps.agent.sendMessage(...call)
      }
    }
  })
  return { sender, wrap }
}
