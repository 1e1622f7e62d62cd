import type { SeenFollowup } from '../../src/followups/model/seen-followup.ts'
import { jobListMessage } from '../../src/followups/views/job-list-message.ts'
import { statusNotReadMessage } from '../../src/followups/views/private-messages.ts'
import { statusMessage } from '../../src/followups/views/status-message.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { HOSTILE, LINK, LONG, sampleIn, sampleJob, sampleSource } from './sample-followup.ts'

/** What one person sees of many instructions. */
export function listOverviews(nowMs: number): GalleryGroup[] {
  const reader = { userId: PEOPLE.ben, channelId: 'C0DOCS' }
  const budget = { limit: 100, left: 37, nextFreeMs: undefined, closedUntilMs: undefined }
  const around = { skip: 0, reader, workspaceUrl: 'https://acme.slack.com/', budget }
  const directly = { reader: { ...reader, channelId: 'D0BEN' } }
  const job = sampleJob(nowMs)
  const held = sampleIn(nowMs, 'held', { because: 'limit' }, { requesterId: PEOPLE.ben })
  const seen: SeenFollowup[] = [
    { followup: sampleIn(nowMs, 'watching', { delivery: 'maybe' }, { jobId: 'job_9', prompt: HOSTILE }), job },
    { followup: held, job, hold: { first: held, behind: 0 }, waits: { idle: 2, timed: 1 } },
    {
      followup: sampleIn(nowMs, 'watching', {}, { jobId: 'job_3c', channelId: 'C0PLANS', requesterId: PEOPLE.ben }),
      job
    },
    {
      followup: sampleIn(
        nowMs,
        'finished',
        { status: 'completed' },
        { jobId: 'job_71', channelId: 'D0BEN', prompt: LONG }
      ),
      job
    }
  ]
  const undo = { what: 'undo', atMs: nowMs + 10_000 }
  const unsent: SeenFollowup[] = [
    { followup: sampleIn(nowMs, 'waiting', { wait: undo }), job },
    { followup: sampleIn(nowMs, 'cancelled', { by: PEOPLE.ana }, { jobId: 'job_9' }), job },
    { followup: sampleIn(nowMs, 'cancelled', { by: PEOPLE.ben }, { jobId: 'job_71' }), job }
  ]
  const counts = { undecided: 1, held: 1, running: 1, waiting: 1, idle: 1, done: 1, earlier: 0 }
  const none = { undecided: 0, held: 0, running: 0, waiting: 0, idle: 0, done: 0, earlier: 0 }

  const nextFreeMs = nowMs + 12 * 60_000
  const asked = { jobId: 'job_8f2', untilMs: nowMs, job, unread: undefined, waits: { idle: 0, timed: 0 } }
  const status = (facts: object) => statusMessage({ ...around, ...asked, entries: seen, count: 4, ...facts })
  const atRest = sampleJob(nowMs, { record: { status: 'completed', source: sampleSource, prLink: LINK } })

  return [
    galleryGroup('The jobs somebody may see', true, [
      ['jobListMessage', 'The jobs of the channel, and mine', jobListMessage({ ...around, jobs: seen, counts })],
      [
        'jobListMessage',
        'One page of 200 jobs',
        jobListMessage({ ...around, jobs: seen, counts: { ...counts, earlier: 196 }, skip: 20 })
      ],
      [
        'jobListMessage',
        'What can be undone, and what was cancelled',
        jobListMessage({ ...around, jobs: unsent, counts })
      ],
      ['jobListMessage', 'Past the last page', jobListMessage({ ...around, jobs: [], counts, skip: 20 })],
      [
        'jobListMessage',
        'None is left this hour',
        jobListMessage({ ...around, budget: { ...budget, left: 0, nextFreeMs }, jobs: seen, counts })
      ],
      [
        'jobListMessage',
        'The agent takes none',
        jobListMessage({ ...around, budget: { ...budget, closedUntilMs: nextFreeMs }, jobs: seen, counts })
      ],
      ['jobListMessage', 'No job yet', jobListMessage({ ...around, jobs: [], counts: none })],
      ['jobListMessage', 'In a direct message', jobListMessage({ ...around, ...directly, jobs: seen, counts })],
      [
        'jobListMessage',
        'No job yet, in a direct message',
        jobListMessage({ ...around, ...directly, jobs: [], counts: none })
      ]
    ]),
    galleryGroup('Where a job stands', true, [
      ['statusMessage', 'Working', status({ waits: { idle: 2, timed: 1 } })],
      ['statusMessage', 'Finished', status({ job: atRest })],
      ['statusMessage', 'Of which one can be undone, and two were cancelled', status({ entries: unsent, count: 3 })],
      ['statusMessage', 'A page in the middle', status({ count: 57, skip: 10 })],
      ['statusMessage', 'Past the last page of what a job was told', status({ entries: [], skip: 10 })],
      ['statusMessage', 'None that the asker may see', status({ entries: [], count: 0 })],
      [
        'statusMessage',
        'Cannot be read',
        status({
          job: sampleJob(nowMs, { record: null, seenAtMs: null }),
          unread: 'unavailable',
          entries: [],
          count: 0
        })
      ],
      ['statusNotReadMessage', 'Cannot be told', statusNotReadMessage('job_8f2')]
    ])
  ]
}
