import type { Followup } from '../../src/followups/model/followup.ts'
import { finishedSchema, type State, unwatchedSchema } from '../../src/followups/model/progress.ts'
import { type Card, cardMessage } from '../../src/followups/views/card.ts'
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
  sampleFinished,
  sampleFollowup,
  sampleHeld,
  sampleIn,
  sampleJob,
  sampleSource,
  sampleTold,
  say
} from './samples.ts'

const STATES: State[] = ['waiting', 'sending', 'watching', 'ended', 'dropped']
const TROUBLES = ['unavailable', 'key refused', 'not allowed', 'unknown job', 'other'] as const

export function listCards(nowMs: number): GalleryGroup[] {
  const card = (followups: Card['followups'], more: Partial<Card> = {}) =>
    cardMessage({ followups, job: sampleJob(nowMs), ...more })
  const one = (state: State, facts: Record<string, unknown> = {}, more: object = {}) =>
    card([sampleFollowup(nowMs, { ...defaults(state), ...facts, state }, more)])
  const watching = (): Followup => sampleFollowup(nowMs, { state: 'watching' })
  const undo = { why: 'undo', untilMs: nowMs + 10_000 }
  const undoable = sampleFollowup(nowMs, { state: 'waiting', ...undo }, { replyTs: '1700000000.000200' })
  const cancelledBy = (by: string) =>
    sampleFollowup(nowMs, { state: 'dropped', reason: 'cancelled', by }, { id: 'f_9Lr3', inLineAtMs: nowMs })
  const held = sampleHeld(nowMs, 'budget')
  const maybe = { delivery: 'maybe', doubt: 'cut off' }
  const atRest = sampleJob(nowMs, { record: { status: 'completed', source: sampleSource } })
  const silent = sampleTold(nowMs)
  const quiet = sampleFollowup(nowMs, { state: 'watching', ...silent })
  const end = { atMs: nowMs, job: { status: 'completed' } }
  const linkless = sampleFollowup(nowMs, { state: 'watching', evidence: { ...silent.evidence, worked: 'seen', end } })

  return [
    galleryGroup('The card, state by state', false, [
      ...each('cardMessage', 'Card', STATES, state => one(state)),
      ...each('cardMessage', 'Card: waiting', choicesOf('waiting', 'why'), why => one('waiting', { why })),
      ...say('cardMessage', {
        'Card: several people have told it something': card([
          sampleFinished(nowMs),
          sampleFinished(
            nowMs,
            { isInto: true },
            { id: 'f_9Lr3', requesterId: PEOPLE.ben, prompt: 'Shorten the second example' }
          ),
          sampleIn(nowMs, 'watching', {}, { id: 'f_9Lr4', prompt: 'Link to the reference, too' })
        ]),
        'Card: held': card([held]),
        'Card: maybe delivered': one('watching', maybe),
        'Card: maybe delivered, no sign of it': one('ended', { ...maybe, how: 'no sign' }),
        'Card: finished, no link yet': card([linkless], { job: atRest }),
        'Card: not started': card([quiet], { job: atRest })
      }),
      ...each('cardMessage', 'Card', finishedSchema.shape.how.options, how => one('ended', { how })),
      ...each('cardMessage', 'Card: the pull request is', pullRequestSchema.shape.state.options, state =>
        one(
          'ended',
          { how: 'completed' },
          { shown: { pullRequest: { title: HOSTILE, state, checks: 'failed', isReviewAsked: true } } }
        )
      ),
      ...each('cardMessage', 'Card: no longer watched', unwatchedSchema.shape.how.options, how =>
        one('ended', { how })
      ),
      ...say('cardMessage', {
        'Card: a status nobody told us of': card([watching()], {
          job: sampleJob(nowMs, { record: { status: 'waiting_for_review', source: sampleSource } })
        }),
        'Card: nothing known of the job': card([watching()], {
          job: sampleJob(nowMs, { record: null, seenAtMs: null })
        }),
        'Card: how long it usually takes': card([watching()], {
          job: sampleJob(nowMs, { usual: { fromMs: 360_000, toMs: 840_000 } })
        }),
        'Card: three follow-ups': card([watching(), watching(), watching()]),
        'Card: a reply that can still be undone': card([watching(), undoable]),
        'Card: its author took the next one back': card([watching(), cancelledBy(PEOPLE.ana)]),
        'Card: somebody cancelled the next one': card([watching(), cancelledBy(PEOPLE.ben)])
      }),
      ...each('cardMessage', 'Card: cannot be read', TROUBLES, kind =>
        card([watching()], { job: sampleJob(nowMs, { trouble: { kind, looks: 5, atMs: nowMs } }) })
      )
    ]),
    galleryGroup('The card, with hostile and long words', false, [
      ...say('cardMessage', {
        'Card: words that try to notify the channel': one('watching', {}, { prompt: HOSTILE }),
        'Card: 3,000 characters': one('watching', {}, { prompt: LONG }),
        'Card: hostile branch, repository and link': card(
          [sampleFinished(nowMs, { job: { prLink: `${LINK}?<!here>` } })],
          {
            job: sampleJob(nowMs, {
              record: {
                status: 'completed',
                source: { repository: 'https://x.example/<!channel>', ref: '`a` <!here>' }
              }
            })
          }
        )
      })
    ])
  ]
}

/** A value for the fields that have no natural one. */
function defaults(state: State): Record<string, unknown> {
  const [reason] = choicesOf(state, 'reason')
  const [how] = choicesOf(state, 'how')
  return { ...(reason && { reason }), ...(how && { how }) }
}
