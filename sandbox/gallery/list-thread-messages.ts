import { rejectedSchema, type State, unwatchedSchema } from '../../src/followups/model/progress.ts'
import { holdReasonSchema } from '../../src/followups/model/wait.ts'
import { drawNotice } from '../../src/followups/views/notices.ts'
import { resultMessage } from '../../src/followups/views/result.ts'
import { pullRequestSchema } from '../../src/github/github.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  each,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  sampleFinished,
  sampleHeld,
  sampleIn,
  sampleSource,
  sampleTold,
  say
} from './samples.ts'

const MINUTE_MS = 60_000
const STATES = pullRequestSchema.shape.state.options
const CHECKS = pullRequestSchema.shape.checks.options

export function listThreadMessages(nowMs: number): GalleryGroup[] {
  const finished = (facts: Record<string, unknown>, more: object = {}) => sampleFinished(nowMs, facts, more)
  const job = (prLink: string | null) => ({ source: sampleSource, prLink })
  const maybe = { delivery: 'maybe', doubt: 'cut off' }
  const late = { seenAtMs: nowMs - 155 * MINUTE_MS, wasWorking: true }

  const by = { by: PEOPLE.ben, atMs: nowMs }
  const untilMs = nowMs + 240 * MINUTE_MS
  const notice = (
    kind: Parameters<typeof drawNotice>[0],
    state: State,
    facts: Record<string, unknown> = {},
    more: object = {}
  ) => drawNotice(kind, sampleIn(nowMs, state, facts, more))
  const wait = (facts: object) => notice('waiting', 'waiting', { ...facts }, { replyTs: '1700000000.000200' })

  return [
    galleryGroup('Results', false, [
      ...say('resultMessage', {
        'A new pull request': resultMessage(finished({})),
        'The link was there before': resultMessage(finished({ linkBefore: LINK })),
        'Another link than before': resultMessage(finished({ linkBefore: 'https://github.com/acme/docs/pull/9' })),
        'No pull request': resultMessage(finished({ job: job(null) })),
        Failed: resultMessage(finished({ how: 'failed', job: job(null) })),
        'Failed, with a pull request': resultMessage(finished({ how: 'failed' })),
        Archived: resultMessage(finished({ how: 'archived', job: job(null) })),
        'Two people waited, one of whom wrote while it was working': resultMessage(finished({}), [
          finished({}),
          finished({ isInto: true }, { requesterId: PEOPLE.ben, prompt: 'Shorten the second example' })
        ]),
        'Told late': resultMessage(finished({ late })),
        'Everybody muted the thread': resultMessage(finished({}, { isMuted: true })),
        'A branch with a hostile name': resultMessage(
          finished({ job: { ...job(LINK), source: { ...sampleSource, ref: HOSTILE } } })
        )
      })
    ]),
    galleryGroup('Not started', false, [
      ...say('drawNotice', {
        'Not started': notice('not-started', 'watching', sampleTold(nowMs)),
        'Started later': drawNotice('not-started', finished({})),
        'Never started': notice('not-started', 'ended', { ...sampleTold(nowMs), how: 'no work' })
      })
    ]),
    galleryGroup('Not sent', false, [
      ...say('drawNotice', {
        'Typed in the channel, or in a form': notice('typed', 'watching', {}),
        'The same, by somebody who muted the thread': notice('typed', 'watching', {}, { isMuted: true })
      }),
      ...each('drawNotice', 'Not sent', rejectedSchema.shape.reason.options, reason =>
        notice('rejected', 'dropped', { reason })
      ),
      ...say('drawNotice', {
        'Not sent: with what the service said': notice('rejected', 'dropped', { reason: 'invalid', words: HOSTILE }),
        'Files were left out': notice('files', 'watching')
      })
    ]),
    galleryGroup('Maybe delivered', false, [
      ...say('drawNotice', {
        'Maybe delivered': notice('maybe', 'watching', maybe),
        'Maybe delivered, and its author muted the thread': notice('maybe', 'watching', maybe, { isMuted: true }),
        'Maybe delivered: hostile words': notice('maybe', 'watching', maybe, { prompt: HOSTILE }),
        'Maybe delivered: 3,000 characters': notice('maybe', 'watching', maybe, { prompt: LONG }),
        'Left as it is': notice('maybe', 'watching', { ...maybe, dismissed: { by: PEOPLE.ben, atMs: nowMs } }),
        'Sent again': notice('maybe', 'ended', { how: 'sent again' }),
        'It had arrived': drawNotice('maybe', finished({}))
      })
    ]),
    galleryGroup('The watch ended', false, [
      ...say('drawNotice', {
        'The job is gone': notice('unwatched', 'ended', { how: 'job gone' })
      }),
      ...each('drawNotice', 'No longer watched', unwatchedSchema.shape.how.options, how =>
        notice('unwatched', 'ended', { how, ...(how === 'no sign' && maybe) })
      ),
      ...say('drawNotice', {
        'No longer watched after a day, and in doubt': notice('unwatched', 'ended', {
          ...maybe,
          how: 'deadline'
        }),
        'No sign, and sent again since': notice('unwatched', 'ended', { how: 'sent again' }),
        'No longer watched: no sign, and other work': notice('unwatched', 'ended', {
          ...maybe,
          how: 'no sign',
          evidence: { ...sampleTold(nowMs).evidence, isMixed: true }
        })
      })
    ]),
    galleryGroup('What to send next', false, [
      ...say('resultMessage', {
        'Failed, and sent again': resultMessage(finished({ how: 'failed', sentAgain: by }))
      })
    ]),
    galleryGroup('The pull request afterwards', false, [
      ...each('resultMessage', 'Result: the pull request is', STATES, state =>
        resultMessage(
          finished({}, { shown: { pullRequest: { title: '', state, checks: 'failed', isReviewAsked: true } } })
        )
      ),
      ...each('drawNotice', 'Its checks, which had failed', CHECKS, checks =>
        drawNotice(
          'checks',
          finished({}, { shown: { pullRequest: { title: '', state: 'open', checks, isReviewAsked: false } } })
        )
      ),
      ...each('drawNotice', 'Its checks failed, and it is', STATES, state =>
        drawNotice(
          'checks',
          finished({}, { shown: { pullRequest: { title: '', state, checks: 'failed', isReviewAsked: false } } })
        )
      )
    ]),
    galleryGroup('Waiting to be sent', false, [
      ...say('drawNotice', {
        'Until the job is idle': wait({ why: 'idle' }),
        'Until a time': wait({ why: 'time', untilMs })
      }),
      ...each('drawNotice', 'Held', holdReasonSchema.options, why => drawNotice('waiting', sampleHeld(nowMs, why))),
      ...say('drawNotice', {
        'Waiting is over': notice('waiting', 'waiting'),
        'Somebody had it sent': notice('waiting', 'waiting', {}, { sentNow: by }),
        Cancelled: notice('waiting', 'dropped', { reason: 'cancelled' }),
        Deleted: notice('waiting', 'dropped', { reason: 'cancelled', by: undefined }),
        'Not delivered': notice('waiting', 'dropped', { reason: 'never idle' })
      })
    ])
  ]
}
