import { toHomeItems } from '../../src/followups/model/home-items.ts'
import { GIVEN_UP, type JobWatch } from '../../src/followups/model/job-watch.ts'
import type { SeenFollowup } from '../../src/followups/model/seen.ts'
import { homeMessage, homeRefusedMessage } from '../../src/followups/views/home.ts'
import { jobListMessage, statusMessage, unreadMessage } from '../../src/followups/views/overviews.ts'
import { atRestMessage, watchMessage, watchOverMessage } from '../../src/followups/views/watches.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  each,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  sampleFollowup,
  sampleHeld,
  sampleIn,
  sampleJob,
  sampleSource,
  say
} from './samples.ts'

/** What one person sees of many instructions. */
export function listOverviews(nowMs: number): GalleryGroup[] {
  const reader = { userId: PEOPLE.ben, channelId: 'C0DOCS' }
  const budget = { limit: 100, left: 37, nextFreeMs: undefined, closedUntilMs: undefined }
  const around = { skip: 0, reader, workspaceUrl: 'https://acme.slack.com/', budget }
  const directly = { reader: { ...reader, channelId: 'D0BEN' } }
  const job = sampleJob(nowMs)
  const held = sampleHeld(nowMs, 'budget', { requesterId: PEOPLE.ben })
  const seen: SeenFollowup[] = [
    { followup: sampleIn(nowMs, 'watching', { delivery: 'maybe' }, { jobId: 'job_9', prompt: HOSTILE }), job },
    { followup: held, job },
    {
      followup: sampleIn(nowMs, 'watching', {}, { jobId: 'job_3c', channelId: 'C0PLANS', requesterId: PEOPLE.ben }),
      job
    },
    {
      followup: sampleIn(nowMs, 'ended', { how: 'completed' }, { jobId: 'job_71', channelId: 'D0BEN', prompt: LONG }),
      job
    }
  ]
  const undo = { why: 'undo', untilMs: nowMs + 10_000 }
  const unsent: SeenFollowup[] = [
    { followup: sampleIn(nowMs, 'waiting', { wait: undo }), job },
    { followup: sampleIn(nowMs, 'dropped', { reason: 'cancelled', by: PEOPLE.ana }, { jobId: 'job_9' }), job },
    { followup: sampleIn(nowMs, 'dropped', { reason: 'cancelled', by: PEOPLE.ben }, { jobId: 'job_71' }), job }
  ]
  const nextFreeMs = nowMs + 12 * 60_000
  const asked = { jobId: 'job_8f2', untilMs: nowMs, job, unread: undefined }
  const list = (facts: object) => jobListMessage({ ...around, found: seen, count: 4, ...facts })
  const status = (facts: object) => statusMessage({ ...around, ...asked, found: seen, count: 4, ...facts })
  const atRest = sampleJob(nowMs, { record: { status: 'completed', source: sampleSource, prLink: LINK } })

  return [
    galleryGroup('The jobs somebody may see', true, [
      ...say('jobListMessage', {
        'The jobs of the channel, and mine': list({}),
        'One page of 200 jobs': list({ count: 200, skip: 20 }),
        'What can be undone, and what was cancelled': list({ found: unsent, count: 3 }),
        'Past the last page': list({ found: [], count: 0, skip: 20 }),
        'None is left this hour': list({ budget: { ...budget, left: 0, nextFreeMs } }),
        'The agent takes none': list({ budget: { ...budget, closedUntilMs: nextFreeMs } }),
        'No job yet': list({ found: [], count: 0 }),
        'In a direct message': list(directly),
        'No job yet, in a direct message': list({ ...directly, found: [], count: 0 })
      })
    ]),
    galleryGroup('Where a job stands', true, [
      ...say('statusMessage', {
        Working: status({}),
        Finished: status({ job: atRest }),
        'Of which one can be undone, and two were cancelled': status({ found: unsent, count: 3 }),
        'A page in the middle': status({ count: 57, skip: 10 }),
        'Past the last page of what a job was told': status({ found: [], skip: 10 }),
        'None that the asker may see': status({ found: [], count: 0 }),
        'Cannot be read': status({
          job: sampleJob(nowMs, { record: null, seenAtMs: null }),
          unread: 'unavailable',
          found: [],
          count: 0
        })
      })
    ])
  ]
}

const TROUBLES = ['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other'] as const
const STATUSES = ['completed', 'failed', 'archived'] as const

const CARD_URL = 'https://stand-in.slack.com/archives/C0DOCS/p1700000000000100'
const watchOf = (sinceMs: number): JobWatch => ({
  id: 'w_1',
  projectId: 'project-1',
  jobId: 'job_8f2',
  teamId: 'T0STANDIN1',
  userId: PEOPLE.ben,
  threadUrl: CARD_URL,
  sinceMs,
  sawWork: true,
  ended: null
})

/** For whoever wants to hear how a job ends. */
export function listWatchMessages(nowMs: number): GalleryGroup[] {
  const watch = watchOf(nowMs)
  const linkless = { source: sampleSource, prLink: null }
  const linked = { source: sampleSource, prLink: LINK }
  const ended = { because: 'ended', status: 'completed', job: linked } as const
  const late = { seenAtMs: nowMs - 3 * 3_600_000, wasWorking: true }
  return [
    galleryGroup('To hear when a job ends', true, [
      ['watchMessage', 'From now on', watchMessage('job_8f2')],
      ...each('atRestMessage', 'Nothing to wait for', STATUSES, status => atRestMessage('job_8f2', status, linked)),
      ...each('unreadMessage', 'Cannot be watched', TROUBLES, unreadMessage),
      ...each('watchOverMessage', 'It ended, told directly', STATUSES, status =>
        watchOverMessage(watch, { because: 'ended', status, job: linked })
      ),
      ...say('watchOverMessage', {
        'Told late, when it has ended': watchOverMessage(watch, { ...ended, late })
      }),
      ...each('watchOverMessage', 'It ended without a link', STATUSES, status =>
        watchOverMessage({ ...watch, threadUrl: null }, { because: 'ended', status, job: linkless })
      ),
      ...each('watchOverMessage', 'Its end will not be known', GIVEN_UP, because =>
        watchOverMessage(watch, { because })
      )
    ])
  ]
}

const HOUR_MS = 3_600_000

/** What somebody sees who opens the app. */
export function listHome(nowMs: number): GalleryGroup[] {
  const one = (state: Parameters<typeof sampleFollowup>[1], more: object = {}) => ({
    followup: sampleFollowup(nowMs, state, more),
    job: sampleJob(nowMs),
    cardUrl: CARD_URL
  })
  const own = [
    one({ state: 'watching', delivery: 'maybe' }),
    one({ state: 'waiting', why: 'budget' }, { prompt: LONG }),
    one({ state: 'ended', how: 'deadline' }),
    one({ state: 'watching' }, { prompt: HOSTILE }),
    { ...one({ state: 'waiting' }), cardUrl: undefined },
    one({ state: 'ended', how: 'completed' }),
    one({ state: 'ended', how: 'failed' }),
    one({ state: 'dropped', reason: 'invalid' }, { prompt: HOSTILE })
  ]
  const budget = { left: 62, limit: 100, nextFreeMs: undefined, closedUntilMs: undefined }
  return [
    galleryGroup('The home of the app', true, [
      ...say('homeMessage', {
        Home: homeMessage(toHomeItems(own, [watchOf(nowMs)], nowMs), budget),
        'Home: nothing under way': homeMessage([], budget),
        'Home: nothing left this hour': homeMessage([], { ...budget, left: 0, closedUntilMs: nowMs + HOUR_MS }),
        'Home: more than it shows': homeMessage(
          toHomeItems(Array(45).fill(one({ state: 'watching' })), [], nowMs),
          budget
        )
      }),
      ...each('homeRefusedMessage', 'Home', ['guest', 'outsider', 'user'] as const, homeRefusedMessage)
    ])
  ]
}
