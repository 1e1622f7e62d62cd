import type { Followup } from '../../src/followups/model/followup.ts'
import { finishedSchema, type State, unwatchedSchema } from '../../src/followups/model/progress.ts'
import type { SeenJob } from '../../src/followups/model/seen.ts'
import { cardMessage } from '../../src/followups/views/card.ts'
import { pullRequestSchema } from '../../src/github/github.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  choicesOf,
  each,
  type Facts,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  NOW,
  sampleFinished,
  sampleFollowup,
  sampleIn,
  sampleJob,
  sampleSource,
  sampleTold,
  sampleWithPullRequest,
  say
} from './samples.ts'

const STATES: State[] = ['waiting', 'sending', 'watching', 'ended', 'dropped']
const TROUBLES = ['unavailable', 'key refused', 'not allowed', 'unknown job', 'other'] as const

const card = (followups: [Followup, ...Followup[]], job: Partial<SeenJob> = {}) =>
  cardMessage({ followups, job: sampleJob(job) })

/** A field that has no natural value gets the first of its values. */
function one(state: State, facts: Facts = {}, more: object = {}) {
  const [reason] = choicesOf(state, 'reason')
  const [how] = choicesOf(state, 'how')
  return card([sampleFollowup({ ...(reason && { reason }), ...(how && { how }), ...facts, state }, more)])
}

const watching = sampleIn('watching')
const bringing = (above: { count: number; omitted: number }) => ({
  brought: { above: { text: 'Ben: hm', by: ['U0BEN'], ...above } }
})
const maybe = { delivery: 'maybe', doubt: 'cut off' }
const atRest = { record: { status: 'completed', source: sampleSource } }
const sawEnd = { ...sampleTold.evidence, worked: 'seen', end: { atMs: NOW, job: { status: 'completed' } } }
const hostileJob = { status: 'completed', source: { repository: 'https://x.example/<!channel>', ref: '`a` <!here>' } }

export const CARDS: GalleryGroup[] = [
  galleryGroup('The card, state by state', false, [
    ...each('cardMessage', 'Card', STATES, state => one(state)),
    ...each('cardMessage', 'Card: waiting', choicesOf('waiting', 'why'), why => one('waiting', { why })),
    ...each('cardMessage', 'Card', finishedSchema.shape.how.options, how => one('ended', { how })),
    ...each('cardMessage', 'Card: the pull request is', pullRequestSchema.shape.state.options, state =>
      card([sampleWithPullRequest({ title: HOSTILE, state })])
    ),
    ...each('cardMessage', 'Card: no longer watched', unwatchedSchema.shape.how.options, how => one('ended', { how })),
    ...each('cardMessage', 'Card: cannot be read', TROUBLES, kind => card([watching], { trouble: { kind, looks: 5 } })),
    ...say('cardMessage', {
      'Card: several people have told it something': card([
        sampleFinished(),
        sampleFinished({ isInto: true }, { requesterId: PEOPLE.ben, prompt: 'Shorten the second example' }),
        sampleIn('watching', {}, { prompt: 'Link to the reference, too' })
      ]),
      'Card: maybe delivered': one('watching', maybe),
      'Card: maybe delivered, no sign of it': one('ended', { ...maybe, how: 'no sign' }),
      'Card: finished, no link yet': card([sampleIn('watching', { evidence: sawEnd })], atRest),
      'Card: not started': card([sampleIn('watching', sampleTold)], atRest),
      'Card: a status nobody told us of': card([watching], { record: { status: 'waiting_for_review' } }),
      'Card: a model': card([watching], { record: { status: 'active', source: sampleSource, model: HOSTILE } }),
      'Card: nothing known of the job': card([watching], { record: null, seenAtMs: null }),
      'Card: how long it usually takes': card([watching], { usual: { fromMs: 360_000, toMs: 840_000 } }),
      'Card: a reply that can still be undone': card([
        watching,
        sampleIn('waiting', { why: 'undo', untilMs: NOW + 10_000 })
      ]),
      'Card: somebody cancelled the next one': card([
        watching,
        sampleIn('dropped', { reason: 'cancelled', by: PEOPLE.ben }, { inLineAtMs: NOW })
      ]),
      'Card: with messages from the thread, not sent yet': one(
        'waiting',
        { why: 'idle' },
        bringing({ count: 8, omitted: 1 })
      ),
      'Card: with nothing from the thread': one('watching', {}, bringing({ count: 0, omitted: 2 })),
      'Card: the thread could not be read': one('watching', {}, { brought: { above: 'unread' } }),
      'Card: words that try to notify the channel': one('watching', {}, { prompt: HOSTILE }),
      'Card: 3,000 characters': one('watching', {}, { prompt: LONG }),
      'Card: hostile branch, repository and link': card([sampleFinished({ job: { prLink: `${LINK}?<!here>` } })], {
        record: hostileJob
      })
    })
  ])
]
