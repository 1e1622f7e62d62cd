import { expect, it } from 'vitest'
import { type Act, actOf } from '../../../src/followups/model/audit.ts'
import type { Followup } from '../../../src/followups/model/followup.ts'
import type { Cancelled, ProgressOf, Rejected, Unwatched } from '../../../src/followups/model/progress.ts'
import { finished, followupIn, NOW, TURN, watching } from '../a-followup.ts'

const BEN = { by: 'U0BEN', atMs: NOW }
const { evidence } = watching().progress
const waiting = followupIn<'waiting'>(TURN)
const sending = followupIn<'sending'>({ state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence })
const doubtful = (more: Partial<ProgressOf<'watching'>> = {}) => watching({ delivery: 'maybe', ...more })
const dropped = (more: Omit<Cancelled, 'state' | 'atMs'> | Omit<Rejected, 'state' | 'atMs'>) =>
  followupIn<'dropped'>({ state: 'dropped', atMs: NOW, ...more })
const unwatched = (how: Unwatched['how'], by?: string) =>
  followupIn<'ended'>({ ...watching().progress, state: 'ended', how, atMs: NOW, ...(by && { by }) })
const cancelled = dropped({ reason: 'cancelled', by: 'U0BEN' })

type Did = Pick<Act, 'act' | 'by' | 'outcome'>

const did = (act: Act['act'], by: string | undefined, outcome?: string): Did => ({ act, by, outcome })

const MOVES: [what: string, was: Followup, after: Followup, act: Did | undefined][] = [
  ['is about to be sent', waiting, sending, undefined],
  ['was sent', sending, watching(), did('sent', 'U0ANA', 'delivered')],
  ['may have been sent', sending, doubtful(), did('sent', 'U0ANA', 'maybe')],
  ['was sent by *Send now*', sending, { ...watching(), sentNow: BEN }, did('sent', 'U0BEN', 'delivered')],
  ['waits again', sending, waiting, undefined],
  ['is looked at', watching(), watching({ toldAtMs: NOW }), undefined],
  ['is left as it is', doubtful(), doubtful({ dismissed: BEN }), did('dismissed', 'U0BEN')],
  ['is looked at after that', doubtful({ dismissed: BEN }), doubtful({ dismissed: BEN, toldAtMs: NOW }), undefined],
  ['was cancelled', waiting, cancelled, did('cancelled', 'U0BEN', 'cancelled')],
  ['was taken back in its message', waiting, dropped({ reason: 'cancelled' }), did('cancelled', 'U0ANA', 'cancelled')],
  ['was taken back by its author as well', cancelled, dropped({ reason: 'cancelled', takenBack: true }), undefined],
  ['was refused', sending, dropped({ reason: 'unknown job' }), did('not sent', 'U0ANA', 'unknown job')],
  ['has ended', watching(), finished({ how: 'failed' }), did('ended', undefined, 'failed')],
  ['is no longer watched', watching(), unwatched('deadline'), did('ended', undefined, 'deadline')],
  ['was sent again', doubtful(), unwatched('sent again', 'U0BEN'), did('sent again', 'U0BEN')],
  ['was sent again later', unwatched('no sign'), unwatched('sent again', 'U0BEN'), did('sent again', 'U0BEN')],
  ['got a link late', finished(), finished({ job: { prLink: 'https://example.com/pull/1' } }), undefined],
  ['was tried again', finished(), finished({ sentAgain: BEN }), did('tried again', 'U0BEN')],
  ['got a link after that', finished({ sentAgain: BEN }), finished({ sentAgain: BEN, job: {} }), undefined],
  ['works once more', finished({ sentAgain: BEN }), watching(), undefined]
]

it.each(MOVES)('knows what it is to an auditor that one %s', (_, was, after, act) => {
  const { id: followupId, jobId, channelId, prompt } = after
  expect(actOf(was, after)).toEqual(act && { ...act, followupId, jobId, channelId, prompt })
})
