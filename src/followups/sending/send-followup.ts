import pRetry, { type Options } from 'p-retry'
import type { SendResult } from '../../agent/agent-client.ts'
import { closeSends, giveBackSend, readUnlessPaused, takeSend } from '../../agent/budget.ts'
import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import { backoffMs } from '../../http/pace.ts'
import type { Membership } from '../../slack/lookups.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { changeFollowup, changeFollowups, recordMoves } from '../change-followup.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { membershipIn } from '../may-see.ts'
import { promptOf } from '../model/above.ts'
import {
  decideAfterAsking,
  decideAfterCrash,
  decideAfterRead,
  decideAfterSend,
  earlierRepliesReadAtMs,
  GIVES_BACK,
  hold,
  release,
  startSending,
  startWaiting
} from '../model/decide-send.ts'
import { toAhead } from '../model/decide-watch.ts'
import { askedAboveOf, type Followup, type In, isDeferred, isIn, type JobKey, readAboveOf } from '../model/followup.ts'
import type { SeenJob } from '../model/seen.ts'
import { waitsUntilMs } from '../model/wait.ts'
import { scheduleLook } from '../schedule-look.ts'
import { lockJob, saveSeen } from '../stores/job-store.ts'
import { findLine, waitingForJob } from '../stores/line-store.ts'
import type { ReadyLanes } from '../stores/ready-store.ts'
import { observeJob, type Reading } from '../watching/observe-job.ts'
import { readAbove } from './read-above.ts'

async function releaseDue(deps: FollowupDeps, job: JobKey): Promise<void> {
  await deps.database.transaction(async sql => {
    await lockJob(sql, job)
    const nowMs = deps.now()
    const moves = (await waitingForJob(sql, job)).flatMap(before => {
      const untilMs = waitsUntilMs(before.progress)
      return untilMs === undefined || untilMs > nowMs ? [] : [{ before, after: release(before, untilMs) }]
    })
    await recordMoves(deps, sql, moves)
  })
}

type Deps = FollowupDeps & { find: Pick<ReadyLanes, 'ready'> }

// A process can stall at any point and resume much later. It makes its POST within the first limit or not at all; only after the
// second does another process declare the outcome unknown and go on with the job's line.
const SEND_WITHIN_MS = 10_000
const OVER_AFTER_MS = 20_000
// The database's clock is only known to within some milliseconds: a task that is early by that little waits a second.
const TOO_EARLY_MS = 1_000
const LOOK_AGAIN_MS = 1_000
// Whoever wrote something was asked about then. That is enough for longer than a reply can be undone.
const WRITTEN_JUST_NOW_MS = 90_000

const STORING_THE_ANSWER: Options = {
  retries: 12,
  minTimeout: 300,
  maxTimeout: 5_000,
  shouldRetry: ({ error }) => error instanceof TransientError
}

/** Sends one follow-up to the agent, at most once, when it is the first in its job's line. */
export async function sendFollowup(
  deps: Deps,
  { followupId, insteadOf }: TaskData<'send-followup'>,
  taskId: string
): Promise<void> {
  const { database, find, now } = deps
  // What was stored up to here is found, however long this process stands still afterwards.
  const nowMs = now()
  const { followup, triedMs, isFirst, mayGo, readsClosedUntilMs } = await find.ready({ id: followupId, nowMs })
  if (isIn(followup, 'sending') && [taskId, insteadOf].includes(followup.progress.taskId))
    return endSend(deps, followup)
  if (!isIn(followup, 'waiting') || !mayGo) return
  const asked = askedAboveOf(followup)
  if (asked) return readAbove(deps, followup, asked)
  if (followup.progress.why === 'idle') return database.transaction(sql => scheduleLook(deps, sql, followup, now()))
  const notBeforeMs = 'untilMs' in followup.progress ? followup.progress.untilMs : 0
  if (notBeforeMs > now()) {
    if (isDeferred(followup) && followup.version === 0) return save(deps, followup, () => startWaiting(followup))
    // This may be the only task that will ever come back to it.
    const againAtMs = Math.max(notBeforeMs, now() + TOO_EARLY_MS)
    return deps.enqueue(database, 'send-followup', { followupId }, { atMs: againAtMs })
  }
  if (isDeferred(followup)) return releaseDue(deps, followup)
  const repliesAreInAtMs = earlierRepliesReadAtMs(followup, triedMs ?? undefined, nowMs)
  if (repliesAreInAtMs > nowMs) {
    const againAtMs = Math.min(repliesAreInAtMs, nowMs + LOOK_AGAIN_MS)
    return deps.enqueue(database, 'send-followup', { followupId }, { atMs: againAtMs })
  }
  if (isFirst) await sendFirst(deps, followup, { taskId, readsClosedUntilMs })
}

/** The run of the task that sent it was cut off: once that is surely over, the delivery is in doubt. */
async function endSend(deps: Deps, followup: In<'sending'>): Promise<void> {
  const { id: followupId, progress } = followup
  const overAtMs = progress.sinceMs + OVER_AFTER_MS
  if (deps.now() >= overAtMs)
    return save(deps, followup, now => (isIn(now, 'sending') ? decideAfterCrash(now) : undefined))
  const again = { followupId, insteadOf: progress.taskId }
  return deps.enqueue(deps.database, 'send-followup', again, { atMs: overAtMs })
}

async function sendFirst(
  deps: Deps,
  followup: In<'waiting'>,
  { taskId, readsClosedUntilMs }: { taskId: string; readsClosedUntilMs: number }
): Promise<void> {
  const { database, agent, now, monotonicMs, random } = deps
  const membership = await membershipOfAuthor(deps, followup)
  const stopped = decideAfterAsking(followup, membership, { nowMs: now(), random: random() })
  if (stopped) return save(deps, followup, () => stopped)

  const askedAtMs = now()
  const answer = await readUnlessPaused(deps, followup, readsClosedUntilMs)
  const read = decideAfterRead(followup, answer, { nowMs: now(), random: random() })
  if ('next' in read) return save(deps, followup, () => read.next)

  const author = deps.saysAuthor ? await authorLine(deps, followup) : undefined
  const claimedAtMs = monotonicMs()
  const sending = await database.transaction(sql => claim(deps, sql, followup, taskId, { job: read.before, askedAtMs }))
  if (sending === undefined) return
  const sent = await agent.sendMessage(
    sending,
    promptOf(sending.prompt, readAboveOf(sending), author),
    () => monotonicMs() - claimedAtMs < SEND_WITHIN_MS
  )
  // Another run of this task would not know the answer: it is stored now, or the delivery is in doubt.
  await pRetry(() => database.transaction(sql => storeAnswer(deps, sql, sending, sent)), STORING_THE_ANSWER)
}

/** By names, as far as Slack tells them. */
async function authorLine({ nameMentions, channels }: Deps, { requesterId, channelId }: Followup): Promise<string> {
  const where = (await channels.kindOf(channelId)) === 'direct' ? '' : ` in <#${channelId}>`
  return `From ${decodeSlackText(await nameMentions(`<@${requesterId}>${where}`, channelId)).replace('@', '')}:`
}

async function membershipOfAuthor(deps: Deps, followup: Followup): Promise<Membership> {
  const { requesterId: userId, teamId: userTeamId, channelId, writtenAtMs } = followup
  const refused = await checkPermissionOnce(deps, { userId, userTeamId, channelId })
  if (refused) return refused === 'not told' ? refused : 'not in'
  return writtenAtMs < deps.now() - WRITTEN_JUST_NOW_MS ? membershipIn(deps, channelId, userId) : 'in'
}

async function storeAnswer(deps: Deps, sql: Sql, sending: In<'sending'>, sent: SendResult): Promise<void> {
  const { now, random } = deps
  const move = await changeFollowup(deps, sql, sending, async (current, { nowMs }) => {
    // An earlier try to store this came through after all.
    if (current.version !== sending.version || !isIn(current, 'sending')) return undefined
    let gateOpensMs = nowMs
    if (sent.kind === 'busy') {
      const waitMs = sent.retryAfterMs ?? backoffMs(sending.progress.held?.tries ?? 0, random())
      gateOpensMs = await closeSends(sql, sending.projectId, nowMs + waitMs)
    }
    if (GIVES_BACK.includes(sent.kind)) await giveBackSend(sql, sendOf(sending))
    return decideAfterSend(current, sent, gateOpensMs, { nowMs, random: random() })
  })
  if (move === undefined || sent.kind !== 'accepted') return
  await saveSeen(sql, sending, { ...sending.progress.before, ...sent.job }, now())
}

/** From this commit on, no other process sends it, and a crash leaves it in doubt. */
async function claim(
  deps: Deps,
  sql: Sql,
  followup: Followup,
  taskId: string,
  { job, askedAtMs }: Reading
): Promise<In<'sending'> | undefined> {
  const { random, hourlyLimit } = deps
  const change = async (_: Followup, { seen, nowMs }: { seen: SeenJob; nowMs: number }) => {
    const line = await findLine(sql, followup, { nowMs, untilMs: askedAtMs, own: followup })
    const { first } = line
    if (first?.id !== followup.id || first.version !== followup.version) return undefined
    const again = { atMs: nowMs + LOOK_AGAIN_MS }
    if (line.isChanged) return void (await deps.enqueue(sql, 'send-followup', { followupId: followup.id }, again))
    const send = { projectId: followup.projectId, followupId: followup.id, nowMs }
    const budget = await takeSend(sql, send, hourlyLimit, line.waiting)
    const reading = { job, askedAtMs, isLastCall: budget.kind !== 'closed' }
    const observed =
      job.status === undefined ? undefined : await observeJob(deps, sql, followup, { seen, line }, reading)
    return budget.kind === 'closed'
      ? hold(first, budget.because, budget.untilMs, { nowMs, random: random() })
      : startSending(first, taskId, job, nowMs, toAhead(observed?.inPlay ?? line.inPlay, line.lastSent))
  }
  const [move] = await changeFollowups(deps, sql, followup, { load: async () => [followup], change })
  return move && isIn(move.after, 'sending') ? move.after : undefined
}

const sendOf = ({ projectId, id, progress }: In<'sending'>) => ({ projectId, followupId: id, nowMs: progress.sinceMs })

async function save(deps: Deps, before: Followup, decide: (now: Followup) => Followup | undefined): Promise<void> {
  await deps.database.transaction(async sql => {
    await changeFollowup(deps, sql, before, now => (now.version === before.version ? decide(now) : undefined))
  })
}
