import { expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideAfterCrash, decideAfterSend, startSending } from '../../../src/followups/model/decide-send.ts'
import { decideLooks, type InPlay, toAhead } from '../../../src/followups/model/decide-watch.ts'
import { awaitsLink, evidenceAtSend, rest, weigh } from '../../../src/followups/model/evidence.ts'
import { type Followup, isFinished, isIn, isSent, isUnwatched } from '../../../src/followups/model/followup.ts'
import { finished, followupIn, NOW, TURN, watching } from '../a-followup.ts'

const S = 1_000
const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const REST: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }
const WORK: AgentJob = { ...REST, status: 'active' }
const RECORDS: Record<string, AgentJob> = {
  rest: REST,
  unlinked: { ...REST, prLink: null },
  done: { ...REST, prLink: NEW },
  work: WORK,
  rework: { ...WORK, prLink: NEW },
  untold: { prLink: OLD },
  empty: {}
}

/**
 * What happens at which second, and what people are told of it. A send comes after a look that showed the record on the left; the
 * service answered with the one on the right. Looks that go on for a while are ten seconds apart.
 */
const STORIES = `
work that starts late
  0 send A rest→rest, 5–145 rest, 150–200 work, 210 done
  A not started at 95, A completed with new link at 210
work that is never seen
  0 send A rest→rest, 5–1905 rest
  A not started at 95, A ends: no work at 1895
a reply worked on after the earlier work
  0 send A rest→work, 5 work, 30 send B work→work, 40–60 work, 70 done, 80–120 rework, 130 done
  A completed with new link at 70, B completed with new link at 70, B works again at 80, B completed with new link at 130
a reply written while it was working
  0 send A rest→work, 5 work, 30 send B work→work, 40–60 work, 70–200 done
  A completed with new link at 70, B completed with new link at 70
a reply that interrupts the earlier work and ends with it
  0 send A rest→work, 30 send B work→work, 35–295 work, 300–430 done
  A completed with new link at 300, B completed with new link at 300
two that overlap before either is seen at work
  0 send A rest→rest, 10 send B rest→rest, 20–40 work, 50 done, 60–80 rework, 90 done
  A completed with new link at 50, B completed with new link at 50, B works again at 60, B completed with new link at 90
a record that lags behind by a minute
  0 send A rest→rest, 5–55 rest, 60–70 work, 80 done
  A completed with new link at 80
no status in any answer
  0 send A untold→empty, 5–3005 untold
  -
the same link, updated
  0 send A rest→work, 5 work, 20 rest
  A completed with old link at 20
three people’s follow-ups in one run
  0 send A rest→work, 10 send B work→work, 20 send C work→work, 30–50 work, 60–200 done
  A completed with new link at 60, B completed with new link at 60, C completed with new link at 60
three people’s follow-ups done one after the other
  0 send A rest→work, 10 send B work→work, 20 send C work→work, 30 work, 60 rest, 70 work, 90 done, 100 work, 120 done
  A completed with old link at 60, B completed with old link at 60, C completed with old link at 60, C works again at 70, C completed with new link at 90, C works again at 100, C completed with new link at 120
a three-second job with an unchanged link
  0 send A rest→work, 5 rest, 15 rest
  A completed with old link at 15
a three-second job with only one look
  0 send A rest→work, 5 rest, 9 rest
  -
a link that comes late
  0 send A unlinked→work, 5 work, 20 unlinked, 30 unlinked, 60 done
  A completed with no link at 30, A gains its link at 60
a link that comes when it is too late
  0 send A unlinked→work, 5 work, 20 unlinked, 30–620 unlinked, 630 done
  A completed with no link at 30
no link after all, and more work ten minutes after the result
  0 send A unlinked→work, 5 work, 20 unlinked, 30–620 unlinked, 630 work
  A completed with no link at 30
an end that was none: the job works again before a link was given up
  0 send A unlinked→work, 5 work, 20 unlinked, 25 work, 40 unlinked, 49 unlinked, 50 unlinked
  A completed with no link at 50
a late link of the previous one, after the next was sent
  0 send A unlinked→work, 5 work, 20 unlinked, 30 send B unlinked→unlinked, 40 done, 50 work, 60 done
  A completed with no link at 30, B completed with new link at 60
a look before the next send that shows the previous end
  0 send A rest→work, 5 work, 20 send B done→work, 30 done, 40 done
  A completed with new link at 20, B completed with new link at 40
one that the job starts at once, after one without any work seen
  0 send A rest→rest, 5–95 rest, 100 send B rest→work, 110 work, 120 done
  A not started at 95, A completed with new link at 120, B completed with new link at 120
one sent while an earlier one, not yet seen at work, may start late
  0 send A rest→rest, 5–95 rest, 100 send B rest→rest, 150 work, 160 done, 170–280 done
  A not started at 95, A completed with new link at 160, B completed with new link at 160
one whose run only the answer to the next send told of
  0 send A rest→rest, 10 send B rest→work, 20 rest, 30 rest
  A completed with old link at 30, B completed with old link at 30
work that nobody saw before the send
  0 send A empty→work, 5–20 work, 30–150 done
  A completed with new link at 30
a doubtful one that was worked on
  0 send A rest→lost, 5 work, 20 done
  A completed with new link at 20
a doubtful one sent into running work that ends for another
  0 send A rest→work, 10 send B work→lost, 20 work, 30–640 done
  A completed with new link at 30, B ends: no sign at 630
a doubtful one sent into a run, and another run
  0 send A rest→work, 10 send B work→lost, 30 rest, 40 work, 60 done
  A completed with old link at 30, A works again at 40, A completed with new link at 60
a doubtful one with another send after it
  0 send A rest→lost, 10 send B rest→work, 20 work, 30 done, 40–640 done
  B completed with new link at 30, A ends: no sign at 630
`

type Act = { atS: number; saw: AgentJob; sent?: { id: string; answer: AgentJob | 'lost' } }

function readActs(words: string): Act[] {
  return words.split(', ').flatMap(act => {
    const [, from = '', to = from, id, saw = '', answer = ''] =
      /^(\d+)(?:–(\d+))? (?:send (\w) )?(\w+)(?:→(\w+))?$/.exec(act) ?? []
    const sent = id && { sent: { id, answer: answer === 'lost' ? ('lost' as const) : recordOf(answer) } }
    const count = Math.floor((Number(to) - Number(from)) / 10) + 1
    return Array.from({ length: count }, (_, at) => ({ atS: Number(from) + 10 * at, saw: recordOf(saw), ...sent }))
  })
}

function recordOf(name: string): AgentJob {
  const record = RECORDS[name]
  if (record === undefined) throw new Error(`There is no record ${name}`)
  return record
}

/** Plays sends and looks by the rules alone, and returns when each was told what: "A finished at 60". */
function live(acts: Act[]): string[] {
  const told: string[] = []
  let all: Followup[] = []
  const look = (job: AgentJob, nowMs: number, isLastCall = false) => {
    const inPlay = all.filter(isSent).filter(followup => isOpen(followup))
    const last = all.at(-1)
    const lastSent = last && 'sentAtMs' in last.progress ? { id: last.id, atMs: last.progress.sentAtMs } : undefined
    const looks = decideLooks(inPlay, { job, nowMs, random: 0.5, isLastCall, lastSent })
    for (const { before, next } of looks) told.push(...newsOf(before, next, (nowMs - NOW) / S))
    all = all.map(followup => looks.find(({ before }) => before === followup)?.next ?? followup)
    return looks
  }
  for (const { atS, saw, sent } of acts) {
    const nowMs = NOW + atS * S
    if (sent === undefined) {
      look(saw, nowMs)
      continue
    }
    if (saw.status !== undefined) look(saw, nowMs, true)
    const ahead = toAhead(all.filter(isSent).filter(isOpen))
    const sending = startSending(followupIn(TURN, { id: sent.id }), 'task', saw, nowMs, ahead)
    const moment = { nowMs, random: 0.5 }
    all.push(
      sent.answer === 'lost'
        ? decideAfterCrash(sending)
        : decideAfterSend(sending, { kind: 'accepted', job: sent.answer }, nowMs, moment)
    )
  }
  return told
}

const isOpen = (followup: InPlay) =>
  isFinished(followup) ? followup.progress.openUntilMs !== undefined : followup.progress.state === 'watching'

function newsOf(before: Followup, next: Followup, atS: number): string[] {
  if (isFinished(next)) {
    const link = next.progress.job.prLink === NEW ? 'new link' : next.progress.job.prLink ? 'old link' : 'no link'
    if (!isFinished(before)) return [`${next.id} ${next.progress.how} with ${link} at ${atS}`]
    return next.progress.job === before.progress.job ? [] : [`${next.id} gains its link at ${atS}`]
  }
  if (isUnwatched(next)) return [`${next.id} ends: ${next.progress.how} at ${atS}`]
  if (isFinished(before) && isIn(next, 'watching')) return [`${next.id} works again at ${atS}`]
  const isTold =
    isIn(next, 'watching') && isIn(before, 'watching') && next.progress.toldAtMs !== before.progress.toldAtMs
  return isTold ? [`${next.id} not started at ${atS}`] : []
}

const stories = STORIES.trim()
  .split(/\n(?=\S)/)
  .map(story => story.split('\n'))

it.each(stories)('reports whose work has ended for %s', (_, acts = '', told = '') => {
  expect(live(readActs(acts.trim()))).toEqual(told.trim() === '-' ? [] : told.trim().split(', '))
})

it('knows the record from before the send, but no link that may be another’s', () => {
  const { status, archivedAt } = REST
  expect(evidenceAtSend(REST, NOW).baseline).toEqual(REST)
  const expected = { isBehind: false, isLinkExpected: true }
  expect(evidenceAtSend(REST, NOW, expected).baseline).toEqual({ status, archivedAt })
})

it('takes for a change only what was known both times', () => {
  const evidence = evidenceAtSend(REST, NOW)
  const circumstances = { sentAtMs: NOW, isSure: true, isLast: true, isLastCall: false }
  const after = (job: AgentJob) => weigh(evidence, { job, nowMs: NOW + 5 * S }, circumstances)
  expect(after({ status: 'completed' })).toEqual({ evidence })
  expect(after({ ...REST, prLink: NEW })).toMatchObject({ end: { job: { prLink: NEW } } })
})

it('awaits a link once work and its end were seen', () => {
  const end = { atMs: NOW, job: REST }
  const evidence = evidenceAtSend(REST, NOW)
  expect(awaitsLink({ ...evidence, worked: 'seen', end })).toBe(true)
  expect(awaitsLink({ ...evidence, worked: 'answered', end })).toBe(false)
  expect(awaitsLink({ ...evidence, worked: 'seen' })).toBe(false)
})

it('begins its own run with what it knows already', () => {
  const behind = {
    ...evidenceAtSend(REST, NOW, { isBehind: true, isLinkExpected: false }),
    worked: 'answered' as const
  }
  const ahead = { isUnfinished: false, isTold: true }
  expect(rest(behind, { ...REST, prLink: NEW }, NOW + S, ahead)).toEqual({ ...behind, isBehind: false })
  expect(rest(behind, REST, NOW + S, { ...ahead, isUnfinished: true })).toEqual(behind)
})

it('knows the link that was there before from what was sent before, unless the job was read at rest', () => {
  const ahead = { isBehind: false, isLinkExpected: false, linkBefore: OLD }
  const linkOf = (before: AgentJob) => evidenceAtSend(before, NOW, ahead).linkBefore
  const unlinked = { ...REST, prLink: null }
  const jobs = [{ ...WORK, prLink: null }, {}, unlinked, { ...REST, prLink: NEW }]
  expect(jobs.map(linkOf)).toEqual([OLD, OLD, undefined, NEW])
  const sent = watching({ evidence: evidenceAtSend(REST, NOW) })
  const before = [sent, finished({ job: REST, linkBefore: NEW }), finished({ job: unlinked, linkBefore: OLD })]
  expect(before.map(one => toAhead([one]).linkBefore)).toEqual([OLD, OLD, OLD])
  expect(toAhead([sent, finished({ job: { ...REST, prLink: NEW } }), finished({ job: unlinked })]).linkBefore).toBe(NEW)
})
