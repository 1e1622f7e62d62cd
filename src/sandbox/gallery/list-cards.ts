import { type Card, cardMessage } from '../../followups/card-message.ts'
import type { Followup, State } from '../../followups/followup.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { choicesOf, HOSTILE, LINK, LONG, sampleFollowup, sampleJob, sampleSource } from './sample-followup.ts'

const STATES: State[] = ['accepted', 'held', 'sending', 'watching', 'finished', 'rejected', 'cancelled', 'unwatched']
const TROUBLES = ['unavailable', 'key refused', 'not allowed', 'unknown job', 'other'] as const

export function listCards(nowMs: number): GalleryGroup[] {
  const card = (followups: Card['followups'], more: Partial<Card> = {}) =>
    cardMessage({ followups, job: sampleJob(nowMs), lastCheck: null, ...more })
  const one = (state: State, facts: Record<string, unknown> = {}, more: object = {}) =>
    card([sampleFollowup(nowMs, { ...defaults(state), ...facts, state }, more)])
  const watching = (): Followup => sampleFollowup(nowMs, { state: 'watching' })

  return [
    galleryGroup('The card, state by state', false, [
      ...each('cardMessage', 'Card', STATES, state => one(state)),
      ['cardMessage', 'Card: maybe delivered', one('watching', { delivery: 'maybe' })],
      ['cardMessage', 'Card: finished, no link yet', one('watching', { linkMissingSinceMs: nowMs })],
      ...each('cardMessage', 'Card', choicesOf('finished', 'status'), status => one('finished', { status })),
      ...each('cardMessage', 'Card: no longer watched', choicesOf('unwatched', 'because'), because =>
        one('unwatched', { because })
      ),
      [
        'cardMessage',
        'Card: a status nobody told us of',
        card([watching()], {
          job: sampleJob(nowMs, { record: { status: 'waiting_for_review', source: sampleSource } })
        })
      ],
      [
        'cardMessage',
        'Card: nothing known of the job',
        card([watching()], { job: sampleJob(nowMs, { record: null, seenAtMs: null }) })
      ],
      ['cardMessage', 'Card: three follow-ups', card([watching(), watching(), watching()])],
      ['cardMessage', 'Card: being checked', card([watching()], { lastCheck: { by: PEOPLE.ben, atMs: nowMs } })],
      ...each('cardMessage', 'Card: cannot be read', TROUBLES, kind =>
        card([watching()], { job: sampleJob(nowMs, { trouble: { kind, looks: 5, atMs: nowMs } }) })
      )
    ]),
    galleryGroup('The card, with hostile and long words', false, [
      ['cardMessage', 'Card: words that try to notify the channel', one('watching', {}, { prompt: HOSTILE })],
      ['cardMessage', 'Card: 3,000 characters', one('watching', {}, { prompt: LONG })],
      [
        'cardMessage',
        'Card: hostile branch, repository and link',
        card([sampleFollowup(nowMs, { state: 'finished', status: 'completed', job: { prLink: `${LINK}?<!here>` } })], {
          job: sampleJob(nowMs, {
            record: { status: 'completed', source: { repository: 'https://x.example/<!channel>', ref: '`a` <!here>' } }
          })
        })
      ]
    ])
  ]
}

/** A value for the fields that have no natural one. */
function defaults(state: State): Record<string, unknown> {
  const [because] = choicesOf(state, 'because')
  const [reason] = choicesOf(state, 'reason')
  const [status] = choicesOf(state, 'status')
  return { ...(because && { because }), ...(reason && { reason }), ...(status && { status }) }
}
