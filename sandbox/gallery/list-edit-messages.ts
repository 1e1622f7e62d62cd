import {
  cancelledByEditMessage,
  correctionMessage,
  correctionOnItsWayMessage,
  editInTimeMessage,
  stillNotSentMessage,
  takenBackMessage,
  tooLateToTakeBackMessage
} from '../../src/followups/messages/edit-messages.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { HOSTILE, LONG, PROMPT, sampleIn } from './sample-followup.ts'

export function listEditMessages(nowMs: number): GalleryGroup[] {
  const watching = sampleIn(nowMs, 'watching')
  const reply = { replyTs: '2.000001' }
  const rejected = sampleIn(nowMs, 'rejected', { reason: 'invalid' })
  return [
    galleryGroup('About an edited or deleted reply', true, [
      ['editInTimeMessage', 'Edited in time', editInTimeMessage('job_8f2')],
      ['cancelledByEditMessage', 'Edited into something else', cancelledByEditMessage(watching, `job_c90 ${PROMPT}`)],
      ['cancelledByEditMessage', 'Edited into thanks, stop or a word', cancelledByEditMessage(watching, undefined)],
      [
        'correctionMessage',
        'Edited after it was sent',
        correctionMessage(watching, { prompt: PROMPT }, '1.000001 2.000001')
      ],
      [
        'correctionMessage',
        'Edited while it is being sent, with hostile words',
        correctionMessage(sampleIn(nowMs, 'sending'), { prompt: HOSTILE }, '1.000001 2.000001')
      ],
      [
        'correctionMessage',
        'Edited after it was refused',
        correctionMessage(rejected, { prompt: LONG }, '1.000001 2.000001')
      ],
      [
        'correctionMessage',
        'Edited after it was sent, to go out later',
        correctionMessage(watching, { prompt: PROMPT, wait: { what: 'idle' } }, '1.000001 2.000001')
      ],
      ['stillNotSentMessage', 'Edited for another job after it was refused', stillNotSentMessage(`job_c90 ${PROMPT}`)],
      ['tooLateToTakeBackMessage', 'Deleted after it was sent', tooLateToTakeBackMessage(watching)],
      [
        'tooLateToTakeBackMessage',
        'Deleted, in doubt',
        tooLateToTakeBackMessage(sampleIn(nowMs, 'watching', { delivery: 'maybe' }))
      ],
      [
        'takenBackMessage',
        'Taken back, and then edited',
        takenBackMessage(sampleIn(nowMs, 'cancelled', { by: PEOPLE.ana }, reply), PROMPT)
      ],
      [
        'takenBackMessage',
        'Cancelled by somebody else, and then edited',
        takenBackMessage(sampleIn(nowMs, 'cancelled', { by: PEOPLE.ben }, reply), PROMPT)
      ],
      [
        'takenBackMessage',
        'The same, said in no thread',
        takenBackMessage(sampleIn(nowMs, 'cancelled', { by: PEOPLE.ana }), PROMPT)
      ],
      ['correctionOnItsWayMessage', 'The correction is sent', correctionOnItsWayMessage(sampleIn(nowMs, 'accepted'))],
      [
        'correctionOnItsWayMessage',
        'The correction waits',
        correctionOnItsWayMessage(sampleIn(nowMs, 'accepted', { wait: { what: 'idle' } }))
      ],
      [
        'takenBackMessage',
        'Given back, and edited too late',
        takenBackMessage(sampleIn(nowMs, 'cancelled', { by: PEOPLE.ana, givenBack: true }, reply), PROMPT)
      ]
    ])
  ]
}
