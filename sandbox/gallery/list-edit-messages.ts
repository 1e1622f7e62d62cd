import { agentHasItMessage, cancelledBeforeMessage } from '../../src/followups/views/not-sent-message.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { HOSTILE, LONG, PROMPT, sampleIn } from './sample-followup.ts'

export function listEditMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  const inDoubt = sampleIn(nowMs, 'watching', { delivery: 'maybe' })
  return [
    galleryGroup('About an edited or deleted message', true, [
      ['agentHasItMessage', 'Edited after it was sent', agentHasItMessage(watching, PROMPT)],
      ['agentHasItMessage', 'Hostile words', agentHasItMessage(watching, HOSTILE)],
      ['agentHasItMessage', '3,000 characters', agentHasItMessage(watching, LONG)],
      ['agentHasItMessage', 'Edited, maybe delivered', agentHasItMessage(inDoubt, PROMPT)],
      ['agentHasItMessage', 'Deleted after it was sent', agentHasItMessage(watching, '')],
      ['agentHasItMessage', 'Deleted, maybe delivered', agentHasItMessage(inDoubt, '')],
      [
        'cancelledBeforeMessage',
        'Edited after somebody cancelled it',
        cancelledBeforeMessage(sampleIn(nowMs, 'cancelled', { by: 'U0BEN' }), PROMPT)
      ],
      [
        'cancelledBeforeMessage',
        'Edited after its thread was closed',
        cancelledBeforeMessage(sampleIn(nowMs, 'cancelled', { because: 'card deleted' }), PROMPT)
      ]
    ])
  ]
}
