import { type BudgetFacts, budgetMessage } from '../../src/followups/messages/budget-message.ts'
import { jobListMessage } from '../../src/followups/messages/job-list-message.ts'
import { logMessage } from '../../src/followups/messages/log-message.ts'
import type { SeenFollowup } from '../../src/followups/rules/seen-followup.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { HOSTILE, LONG, sampleIn, sampleJob } from './sample-followup.ts'

/** What one person sees of many instructions. */
export function listOverviews(nowMs: number): GalleryGroup[] {
  const reader = { userId: PEOPLE.ben, channelId: 'C0DOCS' }
  const around = { skip: 0, reader, workspaceUrl: 'https://acme.slack.com/' }
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

  const budget = { limit: 100, left: 37, nextFreeMs: undefined, closedUntilMs: undefined }
  const tell = (facts: Partial<BudgetFacts>) => budgetMessage({ budget, waiting: [], count: 0, ...around, ...facts })
  const log = (facts: object) =>
    logMessage({ ...around, jobId: 'job_8f2', entries: seen, count: 4, untilMs: nowMs, ...facts })

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
      ['jobListMessage', 'No job yet', jobListMessage({ ...around, jobs: [], counts: none })],
      ['jobListMessage', 'In a direct message', jobListMessage({ ...around, ...directly, jobs: seen, counts })],
      [
        'jobListMessage',
        'No job yet, in a direct message',
        jobListMessage({ ...around, ...directly, jobs: [], counts: none })
      ]
    ]),
    galleryGroup('The instructions to a job', true, [
      ['logMessage', 'All of them', log({})],
      ['logMessage', 'Of which one can be undone, and two were cancelled', log({ entries: unsent, count: 3 })],
      ['logMessage', 'A page in the middle', log({ count: 57, skip: 10 })],
      ['logMessage', 'Past the last page of instructions', log({ entries: [], skip: 10 })],
      ['logMessage', 'None that the asker may see', log({ entries: [], count: 0 })]
    ]),
    galleryGroup('The hour’s follow-ups', true, [
      ['budgetMessage', 'Some are left', tell({})],
      [
        'budgetMessage',
        'None is left, and several wait',
        tell({
          budget: { ...budget, left: 0, nextFreeMs: nowMs + 12 * 60_000 },
          waiting: [{ followup: held, job, hold: { first: held, behind: 0 } }],
          count: 3
        })
      ],
      [
        'budgetMessage',
        'The agent takes none',
        tell({ budget: { ...budget, closedUntilMs: nowMs + 12 * 60_000 }, count: 2 })
      ]
    ])
  ]
}
