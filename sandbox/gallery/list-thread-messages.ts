import { holdReasonSchema } from '../../src/followups/model/wait.ts'
import {
  endOfWatchMessage,
  filesNotSentMessage,
  maybeDeliveredNotice,
  notStartedNotice,
  rejectedMessage,
  typedMessage,
  unwatchedMessage
} from '../../src/followups/views/notices.ts'
import { checksNotice, resultMessage } from '../../src/followups/views/result.ts'
import { heldNotice, waitingNotice } from '../../src/followups/views/wait-messages.ts'
import { pullRequestSchema } from '../../src/github/github.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  choicesOf,
  each,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  sampleHeld,
  sampleIn,
  sampleSource,
  sampleTold
} from './samples.ts'

const MINUTE_MS = 60_000

export function listThreadMessages(nowMs: number): GalleryGroup[] {
  const finished = (facts: Record<string, unknown>, more: object = {}) =>
    sampleIn(nowMs, 'finished', { status: 'completed', ...facts }, more)
  const job = (prLink: string | null) => ({ source: sampleSource, prLink })
  const maybe = { delivery: 'maybe', doubt: 'cut off' }
  const late = { seenAtMs: nowMs - 155 * MINUTE_MS, wasWorking: true }

  return [
    galleryGroup('Results', false, [
      ['resultMessage', 'A new pull request', resultMessage(finished({}))],
      ['resultMessage', 'The link was there before', resultMessage(finished({ linkBefore: LINK }))],
      [
        'resultMessage',
        'Another link than before',
        resultMessage(finished({ linkBefore: 'https://github.com/acme/docs/pull/9' }))
      ],
      ['resultMessage', 'No pull request', resultMessage(finished({ job: job(null) }))],
      ['resultMessage', 'Failed', resultMessage(finished({ status: 'failed', job: job(null) }))],
      ['resultMessage', 'Failed, with a pull request', resultMessage(finished({ status: 'failed' }))],
      ['resultMessage', 'Archived', resultMessage(finished({ status: 'archived', job: job(null) }))],
      [
        'resultMessage',
        'Two people waited, one of whom wrote while it was working',
        resultMessage(finished({}), [
          finished({}),
          finished({ isInto: true }, { requesterId: PEOPLE.ben, prompt: 'Shorten the second example' })
        ])
      ],
      ['resultMessage', 'Told late', resultMessage(finished({ late }))],
      ['resultMessage', 'Everybody muted the thread', resultMessage(finished({}, { isMuted: true }))],
      [
        'resultMessage',
        'A branch with a hostile name',
        resultMessage(finished({ job: { ...job(LINK), source: { ...sampleSource, ref: HOSTILE } } }))
      ]
    ]),
    galleryGroup('Not started', false, [
      ['notStartedNotice', 'Not started', notStartedNotice(sampleIn(nowMs, 'watching', sampleTold(nowMs)))],
      ['notStartedNotice', 'Started later', notStartedNotice(finished({}))],
      [
        'notStartedNotice',
        'Never started',
        notStartedNotice(sampleIn(nowMs, 'unwatched', { ...sampleTold(nowMs), because: 'no work' }))
      ]
    ]),
    galleryGroup('Not sent', false, [
      ['typedMessage', 'Typed in the channel, or in a form', typedMessage(sampleIn(nowMs, 'watching', {}))],
      [
        'typedMessage',
        'The same, by somebody who muted the thread',
        typedMessage(sampleIn(nowMs, 'watching', {}, { isMuted: true }))
      ],
      ...each('rejectedMessage', 'Not sent', choicesOf('rejected', 'reason'), reason =>
        rejectedMessage(sampleIn(nowMs, 'rejected', { reason }))
      ),
      [
        'rejectedMessage',
        'Not sent: with what the service said',
        rejectedMessage(sampleIn(nowMs, 'rejected', { reason: 'invalid', words: HOSTILE }))
      ],
      ['filesNotSentMessage', 'Files were left out', filesNotSentMessage()]
    ]),
    galleryGroup('Held', false, [
      ...each('heldNotice', 'Held', holdReasonSchema.options, why => heldNotice(sampleHeld(nowMs, why))),
      ['heldNotice', 'Held, and another one waits behind it', heldNotice(sampleHeld(nowMs, 'budget'), 1)],
      ['heldNotice', 'Held, and gone out since', heldNotice(sampleIn(nowMs, 'watching'))],
      ['heldNotice', 'Held, and cancelled', heldNotice(sampleIn(nowMs, 'cancelled'))],
      ['heldNotice', 'Held, and deleted', heldNotice(sampleIn(nowMs, 'cancelled', { by: undefined }))]
    ]),
    galleryGroup('Maybe delivered', false, [
      ['maybeDeliveredNotice', 'Maybe delivered', maybeDeliveredNotice(sampleIn(nowMs, 'watching', maybe))],
      [
        'maybeDeliveredNotice',
        'Maybe delivered, and its author muted the thread',
        maybeDeliveredNotice(sampleIn(nowMs, 'watching', maybe, { isMuted: true }))
      ],
      [
        'maybeDeliveredNotice',
        'Maybe delivered: hostile words',
        maybeDeliveredNotice(sampleIn(nowMs, 'watching', maybe, { prompt: HOSTILE }))
      ],
      [
        'maybeDeliveredNotice',
        'Maybe delivered: 3,000 characters',
        maybeDeliveredNotice(sampleIn(nowMs, 'watching', maybe, { prompt: LONG }))
      ],
      [
        'maybeDeliveredNotice',
        'Left as it is',
        maybeDeliveredNotice(sampleIn(nowMs, 'watching', { ...maybe, left: { by: PEOPLE.ben, atMs: nowMs } }))
      ],
      [
        'maybeDeliveredNotice',
        'Sent again',
        maybeDeliveredNotice(sampleIn(nowMs, 'unwatched', { because: 'sent again' }))
      ],
      ['maybeDeliveredNotice', 'It had arrived', maybeDeliveredNotice(finished({}))]
    ]),
    galleryGroup('The watch ended', false, [
      [
        'endOfWatchMessage',
        'The job is gone',
        endOfWatchMessage(sampleIn(nowMs, 'unwatched', { because: 'job gone' }))
      ],
      ...each('unwatchedMessage', 'No longer watched', choicesOf('unwatched', 'because'), because =>
        unwatchedMessage(sampleIn(nowMs, 'unwatched', { because, ...(because === 'no sign' && maybe) }))
      ),
      [
        'unwatchedMessage',
        'No longer watched after a day, and in doubt',
        unwatchedMessage(sampleIn(nowMs, 'unwatched', { ...maybe, because: 'deadline' }))
      ],
      [
        'unwatchedMessage',
        'No sign, and sent again since',
        unwatchedMessage(sampleIn(nowMs, 'unwatched', { because: 'sent again' }))
      ],
      [
        'unwatchedMessage',
        'No longer watched: no sign, and other work',
        unwatchedMessage(
          sampleIn(nowMs, 'unwatched', {
            ...maybe,
            because: 'no sign',
            evidence: { ...sampleTold(nowMs).evidence, isMixed: true }
          })
        )
      ]
    ])
  ]
}

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
    ])
  ]
}

const HOUR_MS = 3_600_000

export function listWaitMessages(nowMs: number): GalleryGroup[] {
  const untilMs = nowMs + 4 * HOUR_MS
  const notice = (wait: object) =>
    waitingNotice(sampleIn(nowMs, 'waiting', { ...wait }, { replyTs: '1700000000.000200' }))
  const sentNow = { by: PEOPLE.ben, atMs: nowMs }
  return [
    galleryGroup('Waiting to be sent', false, [
      ['waitingNotice', 'Until the job is idle', notice({ why: 'idle' })],
      ['waitingNotice', 'Until a time', notice({ why: 'time', untilMs })],
      ['waitingNotice', 'Until a time, of which the zone is not known', notice({ why: 'time', untilMs, inUtc: true })],
      ['waitingNotice', 'Waiting is over', waitingNotice(sampleIn(nowMs, 'waiting'))],
      ['waitingNotice', 'Somebody had it sent', waitingNotice(sampleIn(nowMs, 'waiting', {}, { sentNow }))],
      ['waitingNotice', 'Cancelled', waitingNotice(sampleIn(nowMs, 'cancelled'))],
      ['waitingNotice', 'Not delivered', waitingNotice(sampleIn(nowMs, 'rejected', { reason: 'never idle' }))]
    ])
  ]
}
