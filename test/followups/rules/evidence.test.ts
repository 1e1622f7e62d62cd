import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideLooks, type InPlay, isInPlay, toAhead } from '../../../src/followups/rules/decide-looks.ts'
import { decideAfterCrash, decideAfterSend, startSending } from '../../../src/followups/rules/decide-send.ts'
import { type Followup, followupSchema, isIn } from '../../../src/followups/rules/followup.ts'
import { followupIn, NOW } from '../a-followup.ts'

const S = 1_000
const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const REST: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }
const DONE: AgentJob = { ...REST, prLink: NEW }
const WORK: AgentJob = { status: 'active', prLink: OLD, archivedAt: null }
const UNTOLD: AgentJob = { prLink: OLD }

type Act =
  | [atS: number, 'look', AgentJob]
  /** Sent after a look that showed `before`; the service answered `answer`, or the answer is unknown. */
  | [atS: number, 'send', name: string, before: AgentJob, answer: AgentJob | 'lost']

/** Plays sends and looks by the rules alone, and returns when each was told what: "A finished at 60". */
function live(acts: Act[]): string[] {
  const told: string[] = []
  let all: Followup[] = []
  const look = (job: AgentJob, nowMs: number, isLastCall = false) => {
    const inPlay = all.filter(isInPlay).filter(followup => isOpen(followup))
    const last = all.at(-1)
    const lastSent = last && 'sentAtMs' in last.progress ? { id: last.id, atMs: last.progress.sentAtMs } : undefined
    const looks = decideLooks(inPlay, { job, nowMs, random: 0.5, watchAtRestMs: 1_800 * S, isLastCall, lastSent })
    for (const { before, next } of looks) told.push(...newsOf(before, next, (nowMs - NOW) / S))
    all = all.map(followup => looks.find(({ before }) => before === followup)?.next ?? followup)
    return looks
  }
  for (const act of acts) {
    const nowMs = NOW + act[0] * S
    if (act[1] === 'look') {
      look(act[2], nowMs)
      continue
    }
    const [, , id, before, answer] = act
    if (before.status !== undefined) look(before, nowMs, true)
    const ahead = toAhead(all.filter(isInPlay).filter(isOpen))
    const sending = startSending(followupIn({ state: 'accepted' }, { id }), 'task', before, nowMs, ahead)
    const moment = { nowMs, random: 0.5 }
    all.push(
      answer === 'lost'
        ? decideAfterCrash(sending)
        : decideAfterSend(sending, { kind: 'accepted', job: answer }, nowMs, moment)
    )
  }
  return told
}

const isOpen = (followup: InPlay) =>
  isIn(followup, 'finished') ? followup.progress.linkUntilMs !== undefined : followup.progress.state === 'watching'

function newsOf(before: Followup, next: Followup, atS: number): string[] {
  if (isIn(next, 'finished')) {
    const link = next.progress.job.prLink === NEW ? 'new link' : next.progress.job.prLink ? 'old link' : 'no link'
    if (!isIn(before, 'finished')) return [`${next.id} ${next.progress.status} with ${link} at ${atS}`]
    return next.progress.job === before.progress.job ? [] : [`${next.id} gains its link at ${atS}`]
  }
  if (isIn(next, 'unwatched')) return [`${next.id} ends: ${next.progress.because} at ${atS}`]
  const told = isIn(next, 'watching') && isIn(before, 'watching') && !before.progress.told && next.progress.told
  return told ? [`${next.id} ${told.kind} at ${atS}`] : []
}

/** A look every ten seconds, from one moment to the other. */
const looks = (fromS: number, toS: number, job: AgentJob): Act[] =>
  Array.from({ length: Math.floor((toS - fromS) / 10) + 1 }, (_, at): Act => [fromS + 10 * at, 'look', job])

const STORIES: [string, Act[], string[]][] = [
  [
    'work that starts late',
    [[0, 'send', 'A', REST, REST], ...looks(5, 145, REST), ...looks(150, 200, WORK), [210, 'look', DONE]],
    ['A no work at 95', 'A completed with new link at 210']
  ],
  [
    'work that is never seen',
    [[0, 'send', 'A', REST, REST], ...looks(5, 1_905, REST)],
    ['A no work at 95', 'A ends: no work at 1895']
  ],
  [
    'a reply worked on after the earlier work',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [30, 'send', 'B', WORK, WORK],
      ...looks(40, 60, WORK),
      [70, 'look', DONE],
      ...looks(80, 120, { ...WORK, prLink: NEW }),
      [130, 'look', DONE]
    ],
    ['A completed with new link at 70', 'B completed with new link at 130']
  ],
  [
    'a reply taken together with the earlier work',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [30, 'send', 'B', WORK, WORK],
      ...looks(40, 60, WORK),
      ...looks(70, 200, DONE)
    ],
    ['A completed with new link at 70', 'B as one at 190']
  ],
  [
    'a reply that interrupts the earlier work and ends with it',
    [[0, 'send', 'A', REST, WORK], [30, 'send', 'B', WORK, WORK], ...looks(35, 295, WORK), ...looks(300, 430, DONE)],
    ['A completed with new link at 300', 'B as one at 420']
  ],
  [
    'two that overlap before either is seen at work',
    [
      [0, 'send', 'A', REST, REST],
      [10, 'send', 'B', REST, REST],
      ...looks(20, 40, WORK),
      [50, 'look', DONE],
      ...looks(60, 80, { ...WORK, prLink: NEW }),
      [90, 'look', DONE]
    ],
    ['A completed with new link at 50', 'B completed with new link at 90']
  ],
  [
    'a record that lags behind by a minute',
    [[0, 'send', 'A', REST, REST], ...looks(5, 55, REST), ...looks(60, 70, WORK), [80, 'look', DONE]],
    ['A completed with new link at 80']
  ],
  ['no status in any answer', [[0, 'send', 'A', UNTOLD, {}], ...looks(5, 3_005, UNTOLD)], []],
  [
    'the same link, updated',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [20, 'look', REST]
    ],
    ['A completed with old link at 20']
  ],
  [
    'three people’s instructions taken as one',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, WORK],
      [20, 'send', 'C', WORK, WORK],
      ...looks(30, 50, WORK),
      ...looks(60, 200, DONE)
    ],
    ['A completed with new link at 60', 'B as one at 180', 'C as one at 180']
  ],
  [
    'three people’s instructions done one after the other',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, WORK],
      [20, 'send', 'C', WORK, WORK],
      [30, 'look', WORK],
      [60, 'look', REST],
      [70, 'look', WORK],
      [90, 'look', DONE],
      [100, 'look', WORK],
      [120, 'look', DONE]
    ],
    ['A completed with old link at 60', 'B completed with new link at 90', 'C completed with new link at 120']
  ],
  [
    'a three-second job with an unchanged link',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', REST],
      [15, 'look', REST]
    ],
    ['A completed with old link at 15']
  ],
  [
    'a three-second job with only one look',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', REST],
      [9, 'look', REST]
    ],
    []
  ],
  [
    'a link that comes late',
    [
      [0, 'send', 'A', { ...REST, prLink: null }, WORK],
      [5, 'look', WORK],
      [20, 'look', { ...REST, prLink: null }],
      [30, 'look', { ...REST, prLink: null }],
      [60, 'look', DONE]
    ],
    ['A completed with no link at 30', 'A gains its link at 60']
  ],
  [
    'a late link of the previous one, after the next was sent',
    [
      [0, 'send', 'A', { ...REST, prLink: null }, WORK],
      [5, 'look', WORK],
      [20, 'look', { ...REST, prLink: null }],
      [30, 'send', 'B', { ...REST, prLink: null }, { ...REST, prLink: null }],
      [40, 'look', DONE],
      [50, 'look', WORK],
      [60, 'look', DONE]
    ],
    ['A completed with no link at 30', 'B completed with new link at 60']
  ],
  [
    'a look before the next send that shows the previous end',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [20, 'send', 'B', DONE, WORK],
      [30, 'look', DONE],
      [40, 'look', DONE]
    ],
    ['A completed with new link at 20', 'B completed with new link at 40']
  ],
  [
    'a doubtful one that was worked on',
    [
      [0, 'send', 'A', REST, 'lost'],
      [5, 'look', WORK],
      [20, 'look', DONE]
    ],
    ['A completed with new link at 20']
  ],
  [
    'a doubtful one sent into running work that ends for another',
    [[0, 'send', 'A', REST, WORK], [10, 'send', 'B', WORK, 'lost'], [20, 'look', WORK], ...looks(30, 640, DONE)],
    ['A completed with new link at 30', 'B ends: no sign at 630']
  ],
  [
    'a doubtful one with work of its own afterwards',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, 'lost'],
      [30, 'look', REST],
      [40, 'look', WORK],
      [60, 'look', DONE]
    ],
    ['A completed with old link at 30', 'B completed with new link at 60']
  ],
  [
    'a doubtful one with another send after it',
    [
      [0, 'send', 'A', REST, 'lost'],
      [10, 'send', 'B', REST, WORK],
      [20, 'look', WORK],
      [30, 'look', DONE],
      ...looks(40, 640, DONE)
    ],
    ['B completed with new link at 30', 'A ends: no sign at 630']
  ],
  [
    'one that the job starts at once, after one without any work seen',
    [
      [0, 'send', 'A', REST, REST],
      ...looks(5, 95, REST),
      [100, 'send', 'B', REST, WORK],
      [110, 'look', WORK],
      [120, 'look', DONE]
    ],
    ['A no work at 95', 'B completed with new link at 120']
  ],
  [
    'one sent while an earlier one, not yet seen at work, may start late',
    [
      [0, 'send', 'A', REST, REST],
      ...looks(5, 95, REST),
      [100, 'send', 'B', REST, REST],
      [150, 'look', WORK],
      [160, 'look', DONE],
      ...looks(170, 280, DONE)
    ],
    ['A no work at 95', 'A completed with new link at 160', 'B as one at 280']
  ],
  [
    'work that nobody saw before the send',
    [[0, 'send', 'A', {}, WORK], ...looks(5, 20, WORK), ...looks(30, 150, DONE)],
    ['A unread at 150']
  ]
]

describe('whose work has ended', () => {
  it.each(STORIES)('is reported for %s', (_, acts, told) => {
    expect(live(acts)).toEqual(told)
  })
})

it.each([
  ['seen at work', REST, true, 'finished'],
  ['not seen at work', REST, false, 'watching'],
  ['sent into running work', WORK, true, 'watching']
])('carries on with what an older version sent, %s', (_, before, sawActive, state) => {
  const { progress, ...row } = followupIn({ state: 'accepted' })
  const old = { state: 'watching', delivery: 'sure', sentAtMs: NOW, before, sawActive }
  const followup = followupSchema.parse({ ...row, progress: old })
  if (!isInPlay(followup)) throw new Error(`It is ${progress.state}`)
  const [looked] = decideLooks([followup], { job: REST, nowMs: NOW + 30 * S, random: 0.5, watchAtRestMs: 60 * S })
  expect(looked?.next.progress.state).toBe(state)
})

it('reads what was stored before link owners were recorded', () => {
  const sent = decideAfterCrash(startSending(followupIn({ state: 'accepted' }), 'task', REST, NOW, []))
  if (!isIn(sent, 'watching')) throw new Error('It is not watched')
  const { linkInDoubt, startUnread, ...evidence } = sent.progress.evidence
  const stored = { ...sent, progress: { ...sent.progress, evidence } }
  expect(followupSchema.parse(stored).progress).toEqual(sent.progress)
  expect([linkInDoubt, startUnread]).toEqual([false, false])
})
