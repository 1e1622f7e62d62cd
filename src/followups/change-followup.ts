import { nextLookMs } from '../agent/looks.ts'
import type { Sql } from '../database/database.ts'
import { type Consequence, consequencesOf, type Move } from './consequences.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { actOf } from './model/audit.ts'
import type { Followup, JobKey } from './model/followup.ts'
import type { ProgressOf } from './model/progress.ts'
import { FIRST_LOOK_MS, type PullRequestKey } from './model/pull-request-after.ts'
import type { SeenJob } from './model/seen.ts'
import { DEFAULTS, RESULTS } from './model/setting.ts'
import { scheduleLook } from './schedule-look.ts'
import { addToAudit } from './stores/audit-store.ts'
import { hasEarlierResult, loadFollowup, saveProgress } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'
import { firstInLine } from './stores/line-store.ts'
import { saveNamed } from './stores/pull-request-store.ts'
import { threadlessIds } from './stores/ready-store.ts'
import { knownValue } from './stores/setting-store.ts'
import { redraw, showOnce } from './views/schedule-views.ts'

export async function recordMoves(deps: FollowupDeps, sql: Sql, moves: Move[]): Promise<Move[]> {
  const moved = moves.filter(({ before, after }) => before.progress !== after.progress)
  const recorded = moved.map(({ before, after }) => ({ before, after: { ...after, version: after.version + 1 } }))
  const consequences = consequencesOf(recorded)
  // These ask for something that the moves do not change: what is written after them goes out together.
  const asksFirst = ({ do: what }: Consequence) => what === 'look' || what === 'wake the line'
  for (const consequence of consequences.filter(asksFirst)) await carryOut(deps, sql, consequence)
  for (const { after } of moved) {
    await saveProgress(sql, after)
    logMove(deps.log, after)
  }
  await addToAudit(
    sql,
    deps,
    moved.flatMap(({ before, after }) => actOf(before, after) ?? [])
  )
  for (const consequence of consequences) if (!asksFirst(consequence)) await carryOut(deps, sql, consequence)
  deps.metrics.moved(sql, recorded)
  return recorded
}

async function carryOut(deps: FollowupDeps, sql: Sql, consequence: Consequence): Promise<void> {
  const { enqueue } = deps
  const nowMs = deps.now()
  switch (consequence.do) {
    case 'send':
      return enqueue(sql, 'send-followup', { followupId: consequence.followupId }, { atMs: consequence.atMs })
    case 'look':
      return scheduleLook(deps, sql, consequence.job, nowMs + nextLookMs(nowMs - consequence.sentAtMs, deps.random()))
    case 'wake the line':
      return wakeLine(deps, sql, consequence)
    case 'tell its author':
      return enqueue(sql, 'tell', { followupId: consequence.followupId, news: 'rejected' })
    case 'open the threads of others':
      return openThreadsOfOthers(deps, sql, consequence.followup)
    case 'read again':
      return enqueue(sql, 'read-message', consequence.message)
    case 'close again':
      return enqueue(sql, 'close-thread', { ...consequence.thread, because: consequence.because })
    case 'redraw':
      return consequence.atMs === undefined
        ? redraw(deps, sql, consequence.stale)
        : enqueue(sql, 'show', consequence.stale, { atMs: consequence.atMs })
    case 'say':
      return showOnce(deps, sql, consequence.view)
    case 'tell the result':
      return tellResult(deps, sql, consequence)
    case 'follow the pull request':
      return followPullRequest(deps, sql, consequence.pullRequest)
  }
}

async function wakeLine(
  { enqueue }: FollowupDeps,
  sql: Sql,
  { job, leaving }: Extract<Consequence, { do: 'wake the line' }>
): Promise<void> {
  const next = await firstInLine(sql, job, leaving)
  if (next) await enqueue(sql, 'send-followup', { followupId: next.id }, { owner: job.projectId })
}

async function tellResult(
  deps: FollowupDeps,
  sql: Sql,
  { view, together, isNews, results }: Extract<Consequence, { do: 'tell the result' }>
): Promise<void> {
  const shown = results ? knownValue(RESULTS, results) : DEFAULTS.results
  const isShown = shown === 'all' || (shown === 'news' && (isNews || !(await hasEarlierResult(sql, view, together))))
  await showOnce(deps, sql, { ...view, message: { ...view.message, broadcast: isShown } })
}

export async function openThreadsOfOthers({ enqueue }: FollowupDeps, sql: Sql, followup: Followup): Promise<void> {
  const waiting = (await threadlessIds(sql, followup)).filter(id => id !== followup.id)
  const others = waiting.map(followupId => ({ followupId }))
  if (others.length > 0) await enqueue(sql, 'open-thread', others, { owner: followup.projectId })
}

/** A result names a pull request: from now on somebody looks what becomes of it, if it is where the operator lets us look. */
async function followPullRequest({ enqueue, now, host }: FollowupDeps, sql: Sql, key: PullRequestKey): Promise<void> {
  if (!host?.knows(key.link)) return
  const nowMs = Math.round(now())
  const lookAtMs = nowMs + FIRST_LOOK_MS
  await saveNamed(sql, key, { nowMs, lookAtMs })
  await enqueue(sql, 'check-pull-request', { ...key, atMs: lookAtMs }, { atMs: lookAtMs, owner: key.projectId })
}

/** What only the operator can fix is logged as an error, with what to do: until then every send ends like this one. */
const FOR_THE_OPERATOR: Partial<Record<ProgressOf<'dropped'>['reason'], string>> = {
  'key refused': 'replace AGENT_API_KEY',
  'not allowed': 'check what AGENT_API_KEY may do',
  redirect: 'correct AGENT_API_URL'
}

function logMove(log: FollowupDeps['log'], { id, jobId, progress }: Followup): void {
  const { state } = progress
  const why =
    'why' in progress
      ? progress.why
      : 'reason' in progress
        ? progress.reason
        : 'how' in progress
          ? progress.how
          : undefined
  log.info({ followup: id, job: jobId, state, why }, 'A follow-up changed state')
  const advice = progress.state === 'dropped' ? FOR_THE_OPERATOR[progress.reason] : undefined
  if (advice)
    log.error({ followup: id, job: jobId, why }, `The agent service refuses requests from this bot: ${advice}`)
}

type Locked = { seen: SeenJob; nowMs: number }
type Change<F extends Followup> = (followup: F, locked: Locked) => Followup | undefined | Promise<Followup | undefined>

/** The way to change follow-ups of a job: they are loaded under its lock. Undefined leaves one as it is. */
export async function changeFollowups<F extends Followup>(
  deps: FollowupDeps,
  sql: Sql,
  job: JobKey,
  { load, change }: { load: () => Promise<F[]>; change: Change<F> }
): Promise<Move[]> {
  const seen = await lockJob(sql, job)
  const locked = { seen, nowMs: deps.now() }
  const moves: Move[] = []
  for (const before of await load()) {
    const after = await change(before, locked)
    if (after) moves.push({ before, after })
  }
  return recordMoves(deps, sql, moves)
}

export async function changeFollowup(
  deps: FollowupDeps,
  sql: Sql,
  followup: JobKey & { id: string },
  change: Change<Followup>
): Promise<Move | undefined> {
  const load = async () => [await loadFollowup(sql, followup.id)]
  return (await changeFollowups(deps, sql, followup, { load, change }))[0]
}
