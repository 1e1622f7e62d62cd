import { alreadySentAgainMessage } from '../../src/followups/messages/result-buttons.ts'
import { resultMessage } from '../../src/followups/messages/thread-messages.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

export function listNextMessages(nowMs: number): GalleryGroup[] {
  const by = { by: PEOPLE.ben, atMs: nowMs }
  const failed = resultMessage([sampleIn(nowMs, 'finished', { status: 'failed', sentNext: [by] })])
  return [
    galleryGroup('What to send next', false, [['resultMessage', 'Failed, and sent again', failed]]),
    galleryGroup('Answers to the buttons of a result', true, [
      ['alreadySentAgainMessage', 'Sent again already', alreadySentAgainMessage('job_8f2', by)]
    ])
  ]
}
