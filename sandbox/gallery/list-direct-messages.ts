import {
  cannotTellIfThereMessage,
  couldNotPostThereMessage,
  threadClosedMessage
} from '../../src/followups/views/direct-messages.ts'
import { acceptedMessage } from '../../src/followups/views/got-it-messages.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

export function listDirectMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  return [
    galleryGroup('Told in a direct message', false, [
      [
        'couldNotPostThereMessage',
        'Told elsewhere',
        couldNotPostThereMessage('C0DOCS', acceptedMessage(sampleIn(nowMs, 'accepted')).text)
      ],
      [
        'cannotTellIfThereMessage',
        'Told elsewhere, in doubt',
        cannotTellIfThereMessage('C0DOCS', acceptedMessage(sampleIn(nowMs, 'accepted')).text)
      ],
      [
        'threadClosedMessage',
        'The card was deleted, before the send',
        threadClosedMessage(sampleIn(nowMs, 'cancelled'), 'card deleted')
      ],
      ['threadClosedMessage', 'The card was deleted, after the send', threadClosedMessage(watching, 'card deleted')],
      ['threadClosedMessage', 'The channel was archived', threadClosedMessage(watching, 'channel archived')]
    ])
  ]
}
