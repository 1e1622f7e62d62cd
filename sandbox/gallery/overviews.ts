import { toHomeItems } from '../../src/followups/model/home-items.ts'
import { GIVEN_UP, type JobWatch } from '../../src/followups/model/job-watch.ts'
import { homeMessage, homeRefusedMessage } from '../../src/followups/views/home.ts'
import { doctorMessage, jobListMessage, statusMessage, unreadMessage } from '../../src/followups/views/overviews.ts'
import { atRestMessage, watchDayMessage, watchMessage, watchOverMessage } from '../../src/followups/views/watches.ts'
import { PEOPLE } from '../seed-workspace.ts'
import {
  each,
  type GalleryGroup,
  galleryGroup,
  HOSTILE,
  LINK,
  LONG,
  MINUTE_MS,
  NOW,
  sampleFollowup,
  sampleIn,
  sampleJob,
  sampleSource,
  say
} from './samples.ts'

const TROUBLES = ['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other'] as const
const STATUSES = ['completed', 'failed', 'archived'] as const
const CARD_URL = 'https://stand-in.slack.com/archives/C0DOCS/p1700000000000100'

const reader = { userId: PEOPLE.ben, channelId: 'C0DOCS' }
const directly = { reader: { ...reader, channelId: 'D0BEN' } }
const budget = { limit: 100, left: 37, nextFreeMs: undefined, closedUntilMs: undefined }
const job = sampleJob()
const seen = [
  sampleIn('watching', { delivery: 'maybe' }, { jobId: 'job_9', prompt: HOSTILE }),
  sampleIn('waiting', { why: 'budget' }, { requesterId: PEOPLE.ben }),
  sampleIn('watching', {}, { jobId: 'job_3c', channelId: 'C0PLANS', requesterId: PEOPLE.ben }),
  sampleIn('ended', { how: 'completed' }, { jobId: 'job_71', channelId: 'D0BEN', prompt: LONG }),
  sampleIn('waiting', { why: 'undo' }),
  sampleIn('dropped', { reason: 'cancelled', by: PEOPLE.ana }, { jobId: 'job_9' }),
  sampleIn('dropped', { reason: 'cancelled', by: PEOPLE.ben }, { jobId: 'job_71' })
].map(followup => ({ followup, job }))
const none = { found: [], count: 0 }
const facts = { found: seen, count: seen.length, skip: 0, reader, workspaceUrl: 'https://acme.slack.com/' }
const list = (more: object) => jobListMessage({ ...facts, budget, ...more })
const status = (more: object) =>
  statusMessage({ ...facts, jobId: 'job_8f2', untilMs: NOW, job, unread: undefined, ...more })

const watch: JobWatch = {
  id: 'w_1',
  projectId: 'project-1',
  jobId: 'job_8f2',
  teamId: 'T0STANDIN1',
  userId: PEOPLE.ben,
  threadUrl: CARD_URL,
  sinceMs: NOW,
  sawWork: true,
  ended: null
}
const linked = { source: sampleSource, prLink: LINK }
const late = { seenAtMs: NOW - 180 * MINUTE_MS, wasWorking: true }
const over = (status: (typeof STATUSES)[number], prLink: string | null = LINK) =>
  ({ because: 'ended', status, job: { ...linked, prLink } }) as const

const own = (progress: Parameters<typeof sampleFollowup>[0], more: object = {}) => ({
  followup: sampleFollowup(progress, more),
  job,
  cardUrl: CARD_URL
})
const items = toHomeItems(
  [
    own({ state: 'watching', delivery: 'maybe' }),
    own({ state: 'waiting', why: 'budget' }, { prompt: LONG }),
    own({ state: 'ended', how: 'deadline' }),
    own({ state: 'watching' }, { prompt: HOSTILE }),
    { ...own({ state: 'waiting' }), cardUrl: undefined },
    own({ state: 'ended', how: 'completed' }),
    own({ state: 'ended', how: 'failed' }),
    own({ state: 'dropped', reason: 'invalid' }, { prompt: HOSTILE })
  ],
  [watch],
  NOW
)

/** What one person sees of many follow-ups. */
export const OVERVIEWS: GalleryGroup[] = [
  galleryGroup('The jobs somebody may see', true, [
    ...say('jobListMessage', {
      'The jobs of the channel, and mine': list({}),
      'One page of 200 jobs': list({ count: 200, skip: 20 }),
      'Past the last page': list({ ...none, skip: 20 }),
      'None is left this hour': list({ budget: { ...budget, left: 0, nextFreeMs: NOW + 12 * MINUTE_MS } }),
      'The agent takes none': list({ budget: { ...budget, closedUntilMs: NOW + 12 * MINUTE_MS } }),
      'No job yet': list(none),
      'In a direct message': list(directly),
      'No job yet, in a direct message': list({ ...directly, ...none })
    })
  ]),
  galleryGroup('Where a job stands', true, [
    ...say('statusMessage', {
      Working: status({}),
      'Working, with its model and when it was created': status({
        job: sampleJob({ record: { status: 'active', ...linked, model: HOSTILE, createdAt: '2026-11-18T09:30:00Z' } })
      }),
      Finished: status({ job: sampleJob({ record: { status: 'completed', ...linked } }) }),
      'A page in the middle': status({ count: 57, skip: 10 }),
      'Past the last page of what a job was told': status({ found: [], skip: 10 }),
      'None that the asker may see': status(none),
      'Cannot be read': status({ ...none, job: sampleJob({ record: null, seenAtMs: null }), unread: 'unavailable' })
    })
  ]),
  galleryGroup('For those who may change the channel’s settings', true, [
    ...say('doctorMessage', {
      'The installation examined': doctorMessage([
        { state: 'fine', words: 'Nothing is overdue' },
        { state: 'wrong', words: 'The agent service refuses the key: it has expired', mend: 'set a new one' },
        { state: 'unseen', words: 'No shortcut has ever come from Slack', mend: 'if you have tried, switch it on' }
      ])
    })
  ]),
  galleryGroup('To hear when a job ends', true, [
    ...say('watchMessage', { 'From now on': watchMessage(watch) }),
    ...say('watchDayMessage', { 'Not over after a day, told directly': watchDayMessage(watch) }),
    ...each('atRestMessage', 'Nothing to wait for', STATUSES, status => atRestMessage('job_8f2', status, linked)),
    ...each('unreadMessage', 'Cannot be watched', TROUBLES, unreadMessage),
    ...each('watchOverMessage', 'It ended, told directly', STATUSES, status => watchOverMessage(watch, over(status))),
    ...each('watchOverMessage', 'It ended without a link', STATUSES, status =>
      watchOverMessage({ ...watch, threadUrl: null }, over(status, null))
    ),
    ...each('watchOverMessage', 'Its end will not be known', GIVEN_UP, because => watchOverMessage(watch, { because })),
    ...say('watchOverMessage', {
      'Told late, when it has ended': watchOverMessage(watch, { ...over('completed'), late })
    })
  ]),
  galleryGroup('The home of the app', true, [
    ...say('homeMessage', {
      Home: homeMessage(items, budget),
      'Home: nothing under way': homeMessage([], budget),
      'Home: more than it shows': homeMessage(toHomeItems(Array(45).fill(own({ state: 'watching' })), [], NOW), budget)
    }),
    ...each('homeRefusedMessage', 'Home', ['guest', 'outsider', 'user'] as const, homeRefusedMessage)
  ])
]
