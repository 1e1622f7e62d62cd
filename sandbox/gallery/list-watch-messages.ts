import { GIVEN_UP, type JobWatch } from '../../src/followups/model/job-watch.ts'
import { unreadMessage } from '../../src/followups/views/status-message.ts'
import {
  atRestMessage,
  notTellingMessage,
  noWorkYetMessage,
  watchingMessage,
  watchOverMessage,
  workToComeMessage
} from '../../src/followups/views/watch-messages.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { LINK, sampleSource } from './sample-followup.ts'

const TROUBLES = ['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other'] as const
const STATUSES = ['completed', 'failed', 'archived'] as const

/** For whoever wants to hear how a job ends. */
export function listWatchMessages(nowMs: number): GalleryGroup[] {
  const watch: JobWatch = {
    id: 'w_1',
    projectId: 'project-1',
    jobId: 'job_8f2',
    teamId: 'T0STANDIN1',
    userId: PEOPLE.ben,
    threadUrl: 'https://stand-in.slack.com/archives/C0DOCS/p1700000000000100',
    sinceMs: nowMs,
    sawWork: true,
    ended: null
  }
  const linkless = { source: sampleSource, prLink: null }
  const linked = { source: sampleSource, prLink: LINK }
  const ended = { because: 'ended', status: 'completed', job: linked } as const
  const late = { seenAtMs: nowMs - 3 * 3_600_000, wasWorking: true }
  return [
    galleryGroup('To hear when a job ends', true, [
      ['watchingMessage', 'From now on', watchingMessage('job_8f2')],
      ...each('noWorkYetMessage', 'Sent, and no work seen', STATUSES, status =>
        noWorkYetMessage('job_8f2', { status, isSure: status !== 'failed', withinMs: 30 * 60_000 })
      ),
      ...each('workToComeMessage', 'Still to be sent', STATUSES, status => workToComeMessage('job_8f2', status)),
      ['notTellingMessage', 'No longer', notTellingMessage('job_8f2')],
      ...each('atRestMessage', 'Nothing to wait for', STATUSES, status => atRestMessage('job_8f2', status, linked)),
      ...each('unreadMessage', 'Cannot be watched', TROUBLES, unreadMessage),
      ...each('watchOverMessage', 'It ended, told directly', STATUSES, status =>
        watchOverMessage(watch, { because: 'ended', status, job: linked })
      ),
      ['watchOverMessage', 'Told late, when it has ended', watchOverMessage(watch, { ...ended, late })],
      ...each('watchOverMessage', 'It ended without a link', STATUSES, status =>
        watchOverMessage({ ...watch, threadUrl: null }, { because: 'ended', status, job: linkless })
      ),
      ...each('watchOverMessage', 'Its end will not be known', GIVEN_UP, because =>
        watchOverMessage(watch, { because })
      )
    ])
  ]
}
