import { holdReasonSchema } from '../../src/followups/model/wait.ts'
import { drawNotice } from '../../src/followups/views/notices.ts'
import { resultMessage } from '../../src/followups/views/result.ts'
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
      ['drawNotice', 'Not started', drawNotice('not-started', sampleIn(nowMs, 'watching', sampleTold(nowMs)))],
      ['drawNotice', 'Started later', drawNotice('not-started', finished({}))],
      [
        'drawNotice',
        'Never started',
        drawNotice('not-started', sampleIn(nowMs, 'unwatched', { ...sampleTold(nowMs), because: 'no work' }))
      ]
    ]),
    galleryGroup('Not sent', false, [
      ['drawNotice', 'Typed in the channel, or in a form', drawNotice('typed', sampleIn(nowMs, 'watching', {}))],
      [
        'drawNotice',
        'The same, by somebody who muted the thread',
        drawNotice('typed', sampleIn(nowMs, 'watching', {}, { isMuted: true }))
      ],
      ...each('drawNotice', 'Not sent', choicesOf('rejected', 'reason'), reason =>
        drawNotice('rejected', sampleIn(nowMs, 'rejected', { reason }))
      ),
      [
        'drawNotice',
        'Not sent: with what the service said',
        drawNotice('rejected', sampleIn(nowMs, 'rejected', { reason: 'invalid', words: HOSTILE }))
      ],
      ['drawNotice', 'Files were left out', drawNotice('files', sampleIn(nowMs, 'watching'))]
    ]),
    galleryGroup('Maybe delivered', false, [
      ['drawNotice', 'Maybe delivered', drawNotice('maybe', sampleIn(nowMs, 'watching', maybe))],
      [
        'drawNotice',
        'Maybe delivered, and its author muted the thread',
        drawNotice('maybe', sampleIn(nowMs, 'watching', maybe, { isMuted: true }))
      ],
      [
        'drawNotice',
        'Maybe delivered: hostile words',
        drawNotice('maybe', sampleIn(nowMs, 'watching', maybe, { prompt: HOSTILE }))
      ],
      [
        'drawNotice',
        'Maybe delivered: 3,000 characters',
        drawNotice('maybe', sampleIn(nowMs, 'watching', maybe, { prompt: LONG }))
      ],
      [
        'drawNotice',
        'Left as it is',
        drawNotice('maybe', sampleIn(nowMs, 'watching', { ...maybe, left: { by: PEOPLE.ben, atMs: nowMs } }))
      ],
      ['drawNotice', 'Sent again', drawNotice('maybe', sampleIn(nowMs, 'unwatched', { because: 'sent again' }))],
      ['drawNotice', 'It had arrived', drawNotice('maybe', finished({}))]
    ]),
    galleryGroup('The watch ended', false, [
      ['drawNotice', 'The job is gone', drawNotice('unwatched', sampleIn(nowMs, 'unwatched', { because: 'job gone' }))],
      ...each('drawNotice', 'No longer watched', choicesOf('unwatched', 'because'), because =>
        drawNotice('unwatched', sampleIn(nowMs, 'unwatched', { because, ...(because === 'no sign' && maybe) }))
      ),
      [
        'drawNotice',
        'No longer watched after a day, and in doubt',
        drawNotice('unwatched', sampleIn(nowMs, 'unwatched', { ...maybe, because: 'deadline' }))
      ],
      [
        'drawNotice',
        'No sign, and sent again since',
        drawNotice('unwatched', sampleIn(nowMs, 'unwatched', { because: 'sent again' }))
      ],
      [
        'drawNotice',
        'No longer watched: no sign, and other work',
        drawNotice(
          'unwatched',
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
      ...each('drawNotice', 'Its checks, which had failed', CHECKS, checks =>
        drawNotice(
          'checks',
          finished({ shown: { pullRequest: { title: '', state: 'open', checks, isReviewAsked: false } } })
        )
      ),
      ...each('drawNotice', 'Its checks failed, and it is', STATES, state =>
        drawNotice(
          'checks',
          finished({ shown: { pullRequest: { title: '', state, checks: 'failed', isReviewAsked: false } } })
        )
      )
    ])
  ]
}

const HOUR_MS = 3_600_000

export function listWaitMessages(nowMs: number): GalleryGroup[] {
  const untilMs = nowMs + 4 * HOUR_MS
  const notice = (wait: object) =>
    drawNotice('waiting', sampleIn(nowMs, 'waiting', { ...wait }, { replyTs: '1700000000.000200' }))
  const sentNow = { by: PEOPLE.ben, atMs: nowMs }
  return [
    galleryGroup('Waiting to be sent', false, [
      ['drawNotice', 'Until the job is idle', notice({ why: 'idle' })],
      ['drawNotice', 'Until a time', notice({ why: 'time', untilMs })],
      ['drawNotice', 'Until a time, of which the zone is not known', notice({ why: 'time', untilMs, inUtc: true })],
      ...each('drawNotice', 'Held', holdReasonSchema.options, why => drawNotice('waiting', sampleHeld(nowMs, why))),
      ['drawNotice', 'Held, and another one waits behind it', drawNotice('waiting', sampleHeld(nowMs), 1)],
      ['drawNotice', 'Waiting is over', drawNotice('waiting', sampleIn(nowMs, 'waiting'))],
      ['drawNotice', 'Somebody had it sent', drawNotice('waiting', sampleIn(nowMs, 'waiting', {}, { sentNow }))],
      ['drawNotice', 'Cancelled', drawNotice('waiting', sampleIn(nowMs, 'cancelled'))],
      ['drawNotice', 'Deleted', drawNotice('waiting', sampleIn(nowMs, 'cancelled', { by: undefined }))],
      ['drawNotice', 'Not delivered', drawNotice('waiting', sampleIn(nowMs, 'rejected', { reason: 'never idle' }))]
    ])
  ]
}
