import { rejectedSchema, type State, unwatchedSchema } from '../../src/followups/model/progress.ts'
import { holdReasonSchema } from '../../src/followups/model/wait.ts'
import { drawNotice } from '../../src/followups/views/notices.ts'
import { resultMessage } from '../../src/followups/views/result.ts'
import { pullRequestSchema } from '../../src/github/github.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  each,
  type Facts,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  MINUTE_MS,
  NOW,
  sampleFinished,
  sampleIn,
  sampleSource,
  sampleTold,
  sampleWithPullRequest,
  say
} from './samples.ts'

const { state: STATES } = pullRequestSchema.shape

const finished = (facts: Facts, more?: object) => resultMessage(sampleFinished(facts, more))
const notice = (kind: Parameters<typeof drawNotice>[0], state: State, facts: Facts = {}, more?: object) =>
  drawNotice(kind, sampleIn(state, facts, more))

const large = { title: HOSTILE, size: { additions: 120, deletions: 8, files: 4 } }
const linkless = { source: sampleSource, prLink: null }
const maybe = { delivery: 'maybe', doubt: 'cut off' }
const by = { by: PEOPLE.ben, atMs: NOW }
const late = { seenAtMs: NOW - 155 * MINUTE_MS, wasWorking: true }
const again = { brought: { again: true } }
const reply = { replyTs: '1700000000.000200' }

export const THREAD_MESSAGES: GalleryGroup[] = [
  galleryGroup('Results', false, [
    ...say('resultMessage', {
      'A new pull request': finished({}),
      'The link was there before': finished({ linkBefore: LINK }),
      'Another link than before': finished({ linkBefore: 'https://github.com/acme/docs/pull/9' }),
      'No pull request': finished({ job: linkless }),
      Failed: finished({ how: 'failed', job: linkless }),
      'Failed, with a pull request, and sent again': finished({ how: 'failed', sentAgain: by }),
      Archived: finished({ how: 'archived', job: linkless }),
      'Two people waited, one of whom wrote while it was working': resultMessage(sampleFinished(), [
        sampleFinished(),
        sampleFinished({ isInto: true }, { requesterId: PEOPLE.ben, prompt: 'Shorten the second example' })
      ]),
      'Told late': finished({ late }),
      'Everybody muted the thread': finished({}, { isMuted: true }),
      'A branch with a hostile name': finished({ job: { source: { ...sampleSource, ref: HOSTILE }, prLink: LINK } })
    }),
    ...each('resultMessage', 'Result: the pull request is', STATES.options, state =>
      resultMessage(sampleWithPullRequest({ state }))
    )
  ]),
  galleryGroup('Waiting to be sent, and not sent', false, [
    ...each('drawNotice', 'Waits', ['idle', 'time', ...holdReasonSchema.options], why =>
      notice('waiting', 'waiting', { why }, reply)
    ),
    ...say('drawNotice', {
      'Waiting is over': notice('waiting', 'waiting'),
      'Somebody had it sent': notice('waiting', 'waiting', {}, { sentNow: by }),
      Cancelled: notice('waiting', 'dropped', { reason: 'cancelled' }),
      Deleted: notice('waiting', 'dropped', { reason: 'cancelled', by: undefined }),
      'Not delivered': notice('waiting', 'dropped', { reason: 'never idle' }),
      'Typed in the channel, or in a form': notice('typed', 'watching'),
      'The same, by somebody who muted the thread': notice('typed', 'watching', {}, { isMuted: true }),
      'Not sent: with what the service said': notice('rejected', 'dropped', { reason: 'invalid', words: HOSTILE }),
      'A file was left out': notice('files', 'watching', {}, { brought: { unsent: ['diagram.png'] } }),
      'Many files were left out': notice(
        'files',
        'watching',
        {},
        { brought: { unsent: [HOSTILE, 'b.zip', 'c.zip', 'd.zip', 'e.zip'] } }
      )
    }),
    ...each('drawNotice', 'Not sent', rejectedSchema.shape.reason.options, reason =>
      notice('rejected', 'dropped', { reason })
    )
  ]),
  galleryGroup('Maybe delivered, or not started', false, [
    ...say('drawNotice', {
      'Maybe delivered': notice('maybe', 'watching', maybe),
      'Maybe delivered, and its author muted the thread': notice('maybe', 'watching', maybe, { isMuted: true }),
      'Maybe delivered: hostile words': notice('maybe', 'watching', maybe, { prompt: HOSTILE }),
      'Maybe delivered: 3,000 characters': notice('maybe', 'watching', maybe, { prompt: LONG }),
      'Left as it is': notice('maybe', 'watching', { ...maybe, dismissed: by }),
      'Sent again': notice('maybe', 'ended', { how: 'sent again' }),
      'Sent again, and refused': notice('rejected', 'dropped', { reason: 'invalid' }, again),
      'Sent again, and cancelled': notice('waiting', 'dropped', { reason: 'cancelled' }, again),
      'It had arrived': drawNotice('maybe', sampleFinished()),
      'Not started': notice('not-started', 'watching', sampleTold),
      'Started later': drawNotice('not-started', sampleFinished()),
      'Never started': notice('not-started', 'ended', { ...sampleTold, how: 'no work' })
    })
  ]),
  galleryGroup('The watch ended', false, [
    ...each('drawNotice', 'No longer watched', unwatchedSchema.shape.how.options, how =>
      notice('unwatched', 'ended', { how, ...(how === 'no sign' && maybe) })
    ),
    ...say('drawNotice', {
      'Not over after a day': notice('after-day', 'watching'),
      'It was not over after a day': drawNotice('after-day', sampleFinished()),
      'No longer watched after two weeks, and in doubt': notice('unwatched', 'ended', { ...maybe, how: 'deadline' }),
      'No longer watched: no sign, and other work': notice('unwatched', 'ended', {
        ...maybe,
        how: 'no sign',
        evidence: { ...sampleTold.evidence, isMixed: true }
      })
    })
  ]),
  galleryGroup('What somebody may tell the agent about its pull request', false, [
    ...say('resultMessage', {
      'Result: many checks failed, with hostile names': resultMessage(
        sampleWithPullRequest({ ...large, failedChecks: [HOSTILE, 'lint', LONG, 'build', 'docs'] })
      ),
      'Result: changes are requested': resultMessage(
        sampleWithPullRequest({ ...large, failedChecks: [], comments: 3, changesAskedBy: ['octo-ana'] })
      )
    })
  ]),
  galleryGroup('The checks of the pull request, which had failed', false, [
    ...say('drawNotice', {
      'Its checks fail': drawNotice('checks', sampleWithPullRequest({})),
      'Its checks no longer fail': drawNotice('checks', sampleWithPullRequest({ failedChecks: [] }))
    }),
    ...each('drawNotice', 'Its checks failed, and it is', ['merged', 'closed'] as const, state =>
      drawNotice('checks', sampleWithPullRequest({ state }))
    )
  ])
]
