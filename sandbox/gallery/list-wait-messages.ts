import { waitingNotice, whenProblemMessage } from '../../src/followups/views/wait-messages.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

const HOUR_MS = 3_600_000

export function listWaitMessages(nowMs: number): GalleryGroup[] {
  const atMs = nowMs + 4 * HOUR_MS
  const notice = (wait: object) => waitingNotice(sampleIn(nowMs, 'waiting', { wait }, { replyTs: '1700000000.000200' }))
  const sentNow = { by: PEOPLE.ben, atMs: nowMs }
  return [
    galleryGroup('Waiting to be sent', false, [
      ['waitingNotice', 'Until the job is idle', notice({ what: 'idle' })],
      ['waitingNotice', 'Until a time', notice({ what: 'time', atMs })],
      ['waitingNotice', 'Until a time, of which the zone is not known', notice({ what: 'time', atMs, inUtc: true })],
      ['waitingNotice', 'Waiting is over', waitingNotice(sampleIn(nowMs, 'accepted'))],
      ['waitingNotice', 'Somebody had it sent', waitingNotice(sampleIn(nowMs, 'accepted', {}, { sentNow }))],
      ['waitingNotice', 'Cancelled', waitingNotice(sampleIn(nowMs, 'cancelled'))],
      ['waitingNotice', 'Not delivered', waitingNotice(sampleIn(nowMs, 'rejected', { reason: 'never idle' }))]
    ]),
    galleryGroup('A time that cannot be', true, [
      ...each('whenProblemMessage', 'When', ['no colon', 'passed', 'too far'] as const, problem =>
        whenProblemMessage(problem, { words: 'at 18:00 run the tests', jobId: 'job_8f2' })
      )
    ])
  ]
}
