import { checksNotice } from '../../src/followups/views/pull-request-after.ts'
import { alreadySentAgainMessage } from '../../src/followups/views/result-buttons.ts'
import { resultMessage } from '../../src/followups/views/thread-messages.ts'
import { pullRequestSchema } from '../../src/github/host.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

const STATES = pullRequestSchema.shape.state.options
const CHECKS = pullRequestSchema.shape.checks.options

export function listNextMessages(nowMs: number): GalleryGroup[] {
  const by = { by: PEOPLE.ben, atMs: nowMs }
  const finished = (more: object, facts: object = {}) =>
    sampleIn(nowMs, 'finished', { status: 'completed', ...facts }, more)
  return [
    galleryGroup('What to send next', false, [
      ['resultMessage', 'Failed, and sent again', resultMessage(finished({}, { status: 'failed', sentAgain: by }))]
    ]),
    galleryGroup('The pull request afterwards', false, [
      ...each('resultMessage', 'Result: the pull request is', STATES, state =>
        resultMessage(finished({ shown: { pullRequest: { title: '', state, checks: 'failed', isReviewAsked: true } } }))
      ),
      ...each('checksNotice', 'Its checks, which had failed', CHECKS, checks =>
        checksNotice(finished({ shown: { pullRequest: { title: '', state: 'open', checks, isReviewAsked: false } } }))
      ),
      ...each('checksNotice', 'Its checks failed, and it is', STATES, state =>
        checksNotice(finished({ shown: { pullRequest: { title: '', state, checks: 'failed', isReviewAsked: false } } }))
      )
    ]),
    galleryGroup('Answers to the buttons of a result', true, [
      ['alreadySentAgainMessage', 'Sent again already', alreadySentAgainMessage('job_8f2', by)]
    ])
  ]
}
