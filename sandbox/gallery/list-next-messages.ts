import { checksNotice } from '../../src/followups/messages/pull-request-after.ts'
import { alreadySentAgainMessage, quickChangedMessage } from '../../src/followups/messages/result-buttons.ts'
import { resultMessage } from '../../src/followups/messages/thread-messages.ts'
import { pullRequestSchema } from '../../src/hosts/host.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

const QUICK = 'Fix the tests: The tests fail. Find out why and fix them.\nShorten it: Shorten what you wrote.'

const STATES = pullRequestSchema.shape.state.options
const CHECKS = pullRequestSchema.shape.checks.options

export function listNextMessages(nowMs: number): GalleryGroup[] {
  const by = { by: PEOPLE.ben, atMs: nowMs }
  const result = (facts: Record<string, unknown>, quick?: string) =>
    resultMessage([sampleIn(nowMs, 'finished', { status: 'completed', ...facts }, { shown: { quick } })])
  const finished = (more: object, facts: object = {}) =>
    sampleIn(nowMs, 'finished', { status: 'completed', ...facts }, more)
  const failed = { state: 'open', checks: 'failed', isReviewAsked: false }
  const sentNext = [{ ...by, label: 'Fix the tests', checksFailed: true }]
  return [
    galleryGroup('What to send next', false, [
      ['resultMessage', 'A channel with quick follow-ups', result({}, QUICK)],
      ['resultMessage', 'One of them was sent', result({ sentNext: [{ ...by, label: 'Fix the tests' }] }, QUICK)],
      ['resultMessage', 'Failed, in such a channel', result({ status: 'failed' }, QUICK)],
      ['resultMessage', 'Failed, and sent again', result({ status: 'failed', sentNext: [by] })]
    ]),
    galleryGroup('The pull request afterwards', false, [
      ...each('resultMessage', 'Result: the pull request is', STATES, state =>
        resultMessage([finished({ shown: { pullRequest: { state, checks: 'failed', isReviewAsked: true } } })])
      ),
      ...each('checksNotice', 'Its checks, which had failed', CHECKS, checks =>
        checksNotice(finished({ shown: { pullRequest: { state: 'open', checks, isReviewAsked: false } } }))
      ),
      [
        'checksNotice',
        'Its checks failed, in a channel with quick follow-ups',
        checksNotice(finished({ shown: { quick: QUICK, pullRequest: failed } }))
      ],
      [
        'checksNotice',
        'One of those was sent',
        checksNotice(finished({ shown: { quick: QUICK, pullRequest: failed } }, { sentNext }))
      ],
      ...each('checksNotice', 'Its checks failed, and it is', STATES, state =>
        checksNotice(finished({ shown: { pullRequest: { state, checks: 'failed', isReviewAsked: false } } }))
      )
    ]),
    galleryGroup('Answers to the buttons of a result', true, [
      ['alreadySentAgainMessage', 'Sent again already', alreadySentAgainMessage('job_8f2', by)],
      ['quickChangedMessage', 'Changed since', quickChangedMessage()]
    ])
  ]
}
