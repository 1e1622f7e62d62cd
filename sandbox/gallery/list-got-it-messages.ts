import { acceptedMessage } from '../../src/followups/views/got-it-messages.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

export function listGotItMessages(nowMs: number): GalleryGroup[] {
  const forIdle = sampleIn(nowMs, 'accepted', { wait: { what: 'idle' } })
  return [
    galleryGroup('Taken', true, [
      ['acceptedMessage', 'No card after two seconds', acceptedMessage(sampleIn(nowMs, 'accepted'))],
      ['acceptedMessage', 'No card yet of one that waits', acceptedMessage(forIdle)]
    ])
  ]
}
