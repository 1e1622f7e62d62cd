import { stalledNotice } from '../../src/followups/messages/stalled-notice.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { sampleIn } from './sample-followup.ts'

const MINUTE_MS = 60_000

/** What a thread reads while the agent works. */
export function listMeanwhileMessages(nowMs: number): GalleryGroup[] {
  const usual = { medianMs: 6 * MINUTE_MS, mostMs: 14 * MINUTE_MS }
  const stalled = { atMs: nowMs, in: 'f_8Kq2', afterMs: 45 * MINUTE_MS, usual }
  const kept = { by: PEOPLE.ben, atMs: nowMs }
  return [
    galleryGroup('Longer than usual', false, [
      ['stalledNotice', 'Longer than usual: still working', stalledNotice([sampleIn(nowMs, 'watching', { stalled })])],
      [
        'stalledNotice',
        'Longer than usual: somebody wants to go on',
        stalledNotice([sampleIn(nowMs, 'watching', { stalled: { ...stalled, kept } })])
      ],
      [
        'stalledNotice',
        'Longer than usual: somebody stopped watching',
        stalledNotice([sampleIn(nowMs, 'unwatched', { because: 'stopped', stalled })])
      ],
      [
        'stalledNotice',
        'Longer than usual: it has ended',
        stalledNotice([sampleIn(nowMs, 'finished', { status: 'completed', stalled })])
      ]
    ])
  ]
}
