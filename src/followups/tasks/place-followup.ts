import type { AgentJob } from '../../agent/agent-job.ts'
import type { Sql } from '../../database/database.ts'
import { unlessThere } from '../../errors.ts'
import type { FollowupDeps, ReadDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { cardMessage } from '../messages/card-message.ts'
import { typedMessage } from '../messages/thread-messages.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import { observeJob } from '../moves/observe-job.ts'
import { slowAnswerId } from '../moves/start-followup.ts'
import { postAbout } from '../post-about.ts'
import { readUnlessPaused } from '../read-unless-paused.ts'
import { homeOf, redrawHome } from '../redraw-home.ts'
import { showInLine } from '../redraw-line.ts'
import { reject } from '../rules/decide-send.ts'
import { type Followup, isIn, type ThreadKey } from '../rules/followup.ts'
import type { Hold } from '../rules/hold.ts'
import type { SeenJob } from '../rules/seen-job.ts'
import { sayOnce } from '../say-once.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { addJob, lockJob, NEVER_SEEN } from '../stores/job-store.ts'
import { placeInThread } from '../stores/place-store.ts'
import { findUnplaced } from '../stores/ready-store.ts'
import type { ReadyLanes } from './ready-lanes.ts'

type Deps = ReadDeps & Pick<FollowupDeps, 'dropTask'> & { find: Pick<ReadyLanes, 'unplaced'> }

// Whether the card of an earlier one is in Slack can stay in doubt for a day.
const WAITS_FOR_OTHERS_MS = 60_000

/**
 * Where a typed instruction goes on: in the thread that its job has in this channel, or else under a card of its own. The job is
 * read first, so that a mistake leaves nothing in the channel, and the card comes first of all: a channel that the bot cannot post
 * in costs no send.
 */
export async function placeFollowup(deps: Deps, { followupId }: TaskData<'place-followup'>): Promise<void> {
  const { database, find, now } = deps
  const { followup, readsClosedUntilMs, ...found } = await find.unplaced({ id: followupId, sinceMs: sinceMs(deps) })
  if (!isPlaceless(followup)) return
  const needsCard = !found.hasCard && found.openThreadTs === null && isFirst(deps, followup, found.firstId)
  if (!needsCard && (await database.transaction(sql => lockAndPlace(deps, sql, followup))).hasItsPlace) return

  const askedAtMs = now()
  const read = await readUnlessPaused(deps, followup, readsClosedUntilMs)
  if (needsCard && found.isJobNew && read.kind === 'job' && (await openFirstCard(deps, followup, read.job))) return
  await database.transaction(async sql => {
    const { seen, followup: placeless, hasItsPlace } = await lockAndPlace(deps, sql, followup)
    if (hasItsPlace) return
    if (read.kind === 'job') await observeJob(deps, sql, followup, { seen }, { job: read.job, askedAtMs })
    const job = read.kind === 'job' ? { ...seen, record: read.job } : seen
    if (read.kind !== 'refused') return openCard(deps, sql, placeless, job, await findHold(sql, followup))
    await changeFollowup(deps, sql, followup, (current, { nowMs }) =>
      isPlaceless(current) ? reject(current, read, nowMs) : undefined
    )
  })
}

const sinceMs = ({ now }: Pick<Deps, 'now'>) => now() - WAITS_FOR_OTHERS_MS

/** The first of those typed since then. One that was typed earlier waits for nobody. */
const isFirst = (deps: Pick<Deps, 'now'>, { id, writtenAtMs }: Followup, firstId: string | null) =>
  (firstId ?? id) === id || writtenAtMs <= sinceMs(deps)

const isPlaceless = (followup: Followup) => isIn(followup, 'accepted') && followup.threadTs === null

async function lockAndPlace(deps: Deps, sql: Sql, { id, ...job }: Followup) {
  const seen = await lockJob(sql, job)
  const { followup, ...found } = await findUnplaced(sql, { id, sinceMs: sinceMs(deps) })
  return { seen, followup, hasItsPlace: await tryToPlace(deps, sql, followup, found) }
}

/**
 * Its card is on its way, it was taken back, it goes on in the thread there is, or an earlier one is about to open that and comes
 * back for it.
 */
async function tryToPlace(
  deps: Deps,
  sql: Sql,
  followup: Followup,
  { hasCard, openThreadTs, firstId }: { hasCard: boolean; openThreadTs: string | null; firstId: string | null }
): Promise<boolean> {
  if (hasCard || !isPlaceless(followup)) return true
  if (openThreadTs !== null) {
    await goOnIn(deps, sql, followup, { ...followup, threadTs: openThreadTs })
    return true
  }
  if (isFirst(deps, followup, firstId)) return false
  await deps.enqueue(sql, 'place-followup', { followupId: followup.id }, { atMs: deps.now() + WAITS_FOR_OTHERS_MS })
  return true
}

async function goOnIn(deps: Deps, sql: Sql, followup: Followup, { teamId, channelId, threadTs }: ThreadKey) {
  const { enqueue, dropTask } = deps
  const followupId = followup.id
  await placeInThread(sql, followupId, threadTs)
  // Whether its author muted the thread is known only now.
  const placed = await loadFollowup(sql, followupId)
  await sayOnce(deps, sql, postAbout(placed, 'typed', typedMessage(placed)))
  await redrawHome(deps, sql, homeOf(placed))
  await enqueue(sql, 'send-followup', { followupId })
  await enqueue(sql, 'refresh-card', { teamId, channelId, threadTs })
  await showInLine(deps, sql, followup)
  await enqueue(sql, 'answer-command', { followupId, news: 'in a thread' })
  await dropTask(sql, slowAnswerId(followupId))
}

/** The first card about a job, stored with the job itself. False: somebody was faster. */
function openFirstCard(deps: Deps, followup: Followup, job: AgentJob): Promise<boolean> {
  const { database, now } = deps
  return unlessThere(
    database.transaction(async sql => {
      await addJob(sql, followup, job, now())
      await openCard(deps, sql, followup, { ...NEVER_SEEN, record: job })
      return true
    })
  )
}

async function openCard(deps: Deps, sql: Sql, followup: Followup, job: SeenJob, hold?: Hold): Promise<void> {
  const message = cardMessage({ followups: [followup], job, hold, lastCheck: null })
  await sayOnce(deps, sql, postAbout(followup, 'card', message))
  await redrawHome(deps, sql, homeOf(followup))
}
