import {
  acceptedMessage,
  onItsWayMessage,
  sentOnceMoreMessage,
  takenAlreadyMessage
} from '../../src/followups/messages/got-it-messages.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

export function listGotItMessages(nowMs: number): GalleryGroup[] {
  const unsent = sampleIn(nowMs, 'accepted')
  const forIdle = sampleIn(nowMs, 'accepted', { wait: { what: 'idle' } })
  const hold = { first: sampleIn(nowMs, 'held', { because: 'limit' }), behind: 1 }
  return [
    galleryGroup('Taken', true, [
      ['acceptedMessage', 'No card after two seconds', acceptedMessage(unsent)],
      ['acceptedMessage', 'No card yet of one that waits', acceptedMessage(forIdle)],
      ['sentOnceMoreMessage', 'Sent once more', sentOnceMoreMessage('job_8f2', undefined)],
      ['sentOnceMoreMessage', 'Sent once more, and it waits', sentOnceMoreMessage('job_8f2', { what: 'idle' })],
      ['onItsWayMessage', 'It was for the agent, where replies wait', onItsWayMessage(forIdle, undefined)],
      ['onItsWayMessage', 'It was for the agent, behind a held one', onItsWayMessage(unsent, hold)],
      ['onItsWayMessage', 'It was for the agent, held by now', onItsWayMessage(hold.first, hold)],
      ['takenAlreadyMessage', 'A button was pressed twice', takenAlreadyMessage('job_8f2')]
    ])
  ]
}
