import { toHomeItems } from '../../src/followups/model/home-items.ts'
import { homeMessage, homeRefusedMessage } from '../../src/followups/views/home-message.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { HOSTILE, LONG, sampleFollowup, sampleJob } from './sample-followup.ts'

const CARD_URL = 'https://stand-in.slack.com/archives/C0DOCS/p1700000000000100'
const HOUR_MS = 3_600_000

/** What somebody sees who opens the app. */
export function listHome(nowMs: number): GalleryGroup[] {
  const one = (state: Parameters<typeof sampleFollowup>[1], more: object = {}) => ({
    followup: sampleFollowup(nowMs, state, more),
    job: sampleJob(nowMs),
    isBehindHeld: false,
    cardUrl: CARD_URL
  })
  const watch = {
    id: 'w_1',
    projectId: 'project-1',
    jobId: 'job_9',
    teamId: 'T0STANDIN1',
    userId: 'U0ANA',
    threadUrl: CARD_URL,
    sinceMs: nowMs - HOUR_MS,
    sawWork: true,
    ended: null
  }
  const own = [
    one({ state: 'watching', delivery: 'maybe' }),
    one({ state: 'held', because: 'limit' }, { prompt: LONG }),
    one({ state: 'unwatched', because: 'deadline' }),
    one({ state: 'watching' }, { prompt: HOSTILE }),
    { ...one({ state: 'accepted' }), isBehindHeld: true, cardUrl: undefined },
    one({ state: 'finished', status: 'completed' }),
    one({ state: 'finished', status: 'failed' }),
    one({ state: 'rejected', reason: 'invalid' }, { prompt: HOSTILE })
  ]
  const budget = { left: 62, limit: 100, nextFreeMs: undefined, closedUntilMs: undefined }
  const home = (items: ReturnType<typeof toHomeItems>, more: object = {}) =>
    homeMessage({ items, budget, page: 0, ...more })
  return [
    galleryGroup('The home of the app', true, [
      ['homeMessage', 'Home', home(toHomeItems(own, [watch], nowMs))],
      ['homeMessage', 'Home: nothing under way', home([])],
      [
        'homeMessage',
        'Home: nothing left this hour',
        home([], { budget: { left: 0, limit: 100, nextFreeMs: undefined, closedUntilMs: nowMs + HOUR_MS } })
      ],
      [
        'homeMessage',
        'Home: a second page',
        home(toHomeItems(Array(36).fill(one({ state: 'watching' })), [], nowMs), { page: 1, isCut: true })
      ],
      ...each('homeRefusedMessage', 'Home', ['guest', 'outsider', 'user'] as const, homeRefusedMessage)
    ])
  ]
}
