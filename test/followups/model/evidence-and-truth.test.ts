import { it } from 'vitest'
import type { JobLife } from '../../../sandbox/agent/stand-in-job.ts'
import { type Act, expectTheTruth } from './job-stories.ts'

const S = 1_000
const MINUTE = 60 * S

const slow: JobLife = {
  worksMs: 100 * S,
  startsLateMs: 150 * S,
  staleMs: 0,
  linkLateMs: 0,
  ends: 'completed',
  pullRequest: true,
  keepsOldLink: true,
  whileActive: 'queue',
  omitStatus: false
}
const sends = (...waits: number[]): Act[] => waits.map(thenWaitsMs => ({ does: 'send', takesMs: 0, thenWaitsMs }))
const asks = (...waits: number[]): Act[] => waits.map(thenWaitsMs => ({ does: 'ask', takesMs: 0, thenWaitsMs }))
const lost: Act = { does: 'lose the send', takesMs: 0, thenWaitsMs: 0 }

/** Stories that once went wrong, each too rare for a thousand random ones. */
const FOUND: [JobLife, Act[], boolean?][] = [
  // The link of a run that was under way before appears after a send that reached nobody.
  [
    { ...slow, worksMs: S, startsLateMs: 0, linkLateMs: 2 * MINUTE, keepsOldLink: false, whileActive: 'restart' },
    [...asks(30 * S), lost],
    true
  ],
  // The first one's link appears during the second, and the second one's during the third.
  [{ ...slow, linkLateMs: 2 * MINUTE }, sends(0, 10 * MINUTE, 0)],
  [
    { ...slow, worksMs: S, startsLateMs: 20 * S, linkLateMs: 20 * S, whileActive: 'restart' },
    [...sends(30 * S, 30 * S), lost]
  ],
  // The first one's end shows only after the second was sent.
  [{ ...slow, worksMs: 3 * S, staleMs: MINUTE }, [...sends(2 * MINUTE), ...asks(30 * S, 8 * S, 8 * S), ...sends(0)]],
  // The run ends between the look and the send.
  [
    { ...slow, worksMs: 20 * S, startsLateMs: 20 * S },
    [...sends(30 * S), ...asks(8 * S, S), { does: 'send', takesMs: 2 * S, thenWaitsMs: 0 }]
  ],
  // The fifth one's work begins 37 minutes after its send.
  [{ ...slow, worksMs: 5 * MINUTE, keepsOldLink: false }, [...sends(0, 0, 0, 0, 0), lost]],
  [{ ...slow, worksMs: 5 * MINUTE, keepsOldLink: false }, sends(0, 0, 0, 0, 10 * MINUTE, 0)]
]

it('never calls a follow-up done too early, and reports every end exactly once', () => {
  expectTheTruth(250, FOUND)
})
