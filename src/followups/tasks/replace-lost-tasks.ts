import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { errorWords } from '../../errors.ts'
import { forgetOldDeliveries } from '../../slack/delivery-store.ts'
import { latePosts } from '../../slack/find-post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import { scheduleLookAt } from '../moves/schedule-look.ts'
import { decideAfterCrash } from '../rules/decide-send.ts'
import { isIn, type JobKey } from '../rules/followup.ts'
import { forgetOldAnswerAddresses } from '../stores/answer-address-store.ts'
import { loadFollowup, ofProject } from '../stores/followup-store.ts'
import { forgetOldHomes } from '../stores/home-store.ts'
import { forgetOldMessages, lateMessages } from '../stores/inbox-store.ts'
import { overdueInLine } from '../stores/line-store.ts'
import { lateWithoutPlace } from '../stores/place-store.ts'
import { latePullRequests } from '../stores/pull-request-store.ts'
import { forgetClosedThreads } from '../stores/thread-store.ts'
import { FOR_IDLE } from '../stores/wait-store.ts'
import { forgetOldWatches } from '../stores/watch-store.ts'

const LATE_MS = 2 * 60_000
const SURELY_OVER_MS = 10 * 60_000

/** One kind of overdue work: finds what has no live task, and what to do about each. */
type Kind = { name: string; find: () => Promise<(() => Promise<void>)[]> }

/**
 * Everything that waits has a task that will come back to it, stored in the same transaction. Should one be lost anyway, this
 * finds what is long overdue and gives it a new one. A live task is late because there is much to do: it keeps its place.
 */
export async function replaceLostTasks(deps: FollowupDeps): Promise<void> {
  const kinds: Kind[] = [
    { name: 'looks', find: () => lostLooks(deps) },
    { name: 'sends', find: () => lostSends(deps) },
    { name: 'places', find: () => lostPlaces(deps) },
    { name: 'posts', find: () => lostPosts(deps) },
    { name: 'messages', find: () => lostMessages(deps) },
    { name: 'pull requests', find: () => lostPullRequests(deps) }
  ]
  for (const { name, find } of kinds) await replaceTasks(deps, name, find)
}

/** What nobody will ask for any more. */
export async function forgetWhatIsOld(deps: FollowupDeps): Promise<void> {
  await unlessItFails(deps, 'deliveries', () => forgetOldDeliveries(deps.database, deps.now()))
  await unlessItFails(deps, 'messages', () => forgetOldMessages(deps.database, deps.now()))
  await unlessItFails(deps, 'answer addresses', () => forgetOldAnswerAddresses(deps.database, deps.now()))
  await unlessItFails(deps, 'watches', () => forgetOldWatches(deps.database, deps.now()))
  await unlessItFails(deps, 'closed threads', () => forgetClosedThreads(deps.database, deps.now()))
  await unlessItFails(deps, 'homes', () => forgetOldHomes(deps.database, deps.now()))
}

async function replaceTasks(deps: FollowupDeps, name: string, find: Kind['find']): Promise<void> {
  let lost: Awaited<ReturnType<typeof find>> = []
  await unlessItFails(deps, name, async () => {
    lost = await find()
  })
  for (const giveTask of lost) await unlessItFails(deps, name, giveTask)
  if (lost.length > 0) deps.log.warn({ [name]: lost.length }, 'Overdue work was rescheduled')
}

/** One that cannot be read or replaced holds up nothing else. */
async function unlessItFails({ log }: FollowupDeps, name: string, act: () => Promise<void>): Promise<void> {
  await act().catch(error =>
    log.error({ kind: name, error: errorWords(error) }, 'Overdue work could not be rescheduled')
  )
}

async function lostLooks(deps: FollowupDeps) {
  const { database, now, projectId, aliveTasks } = deps
  const late = await lateLooks(database, projectId, now() - LATE_MS)
  if (late.length === 0) return []
  const alive = new Set((await aliveTasks('check-job')).map(({ jobId, lookNumber }) => `${lookNumber} ${jobId}`))
  return late
    .filter(({ jobId, lookNumber }) => !alive.has(`${lookNumber} ${jobId}`))
    .map(key => () => database.transaction(sql => scheduleLookAt(deps, sql, key, now())))
}

const looksSchema = z.array(z.object({ projectId: z.string(), jobId: z.string(), lookNumber: z.number() }))

async function lateLooks(sql: Sql, projectId: string, lateMs: number): Promise<(JobKey & { lookNumber: number })[]> {
  const rows = await sql.query(
    `select project_id as "projectId", job_id as "jobId", look_number as "lookNumber" from followup.job
     where look_at_ms < $2 and (project_id, job_id) in (
       select project_id, job_id from followup.followup where project_id = $1 and state = 'watching'
       union select project_id, job_id from followup.followup where project_id = $1 and progress ? 'openUntilMs'
       union select project_id, job_id from followup.followup where project_id = $1 and ${FOR_IDLE}
       union select project_id, job_id from followup.watch where project_id = $1)`,
    [projectId, lateMs]
  )
  return looksSchema.parse(rows)
}

async function lostSends(deps: FollowupDeps) {
  const { database, enqueue, now, projectId, aliveTasks } = deps
  const late = await overdueInLine(database, projectId, {
    lateMs: now() - LATE_MS,
    sentLateMs: now() - SURELY_OVER_MS
  })
  if (late.length === 0) return []
  const alive = new Set((await aliveTasks('send-followup')).map(({ followupId }) => followupId))
  return late
    .filter(({ id }) => !alive.has(id))
    .map(({ id, state }) =>
      state === 'sending' ? () => endLateSend(deps, id) : () => enqueue(database, 'send-followup', { followupId: id })
    )
}

async function lostPlaces({ database, enqueue, now, projectId, aliveTasks }: FollowupDeps) {
  const late = await lateWithoutPlace(database, projectId, now() - LATE_MS)
  if (late.length === 0) return []
  const alive = new Set((await aliveTasks('place-followup')).map(({ followupId }) => followupId))
  return late.filter(id => !alive.has(id)).map(followupId => () => enqueue(database, 'place-followup', { followupId }))
}

async function lostPosts({ database, enqueue, now, projectId, aliveTasks }: FollowupDeps) {
  const late = await latePosts(database, now() - LATE_MS)
  if (late.length === 0) return []
  const ours = await ofProject(
    database,
    projectId,
    late.flatMap(({ followupId }) => followupId ?? [])
  )
  const alive = new Set((await aliveTasks('post-message')).map(({ postId }) => postId))
  return late
    .filter(({ id, followupId }) => (followupId === null || ours.has(followupId)) && !alive.has(id))
    .map(
      ({ id }) =>
        () =>
          enqueue(database, 'post-message', { postId: id })
    )
}

async function lostMessages({ database, enqueue, now, projectId, aliveTasks }: FollowupDeps) {
  const late = await lateMessages(database, projectId, now() - SURELY_OVER_MS)
  if (late.length === 0) return []
  const alive = new Set((await aliveTasks('read-message')).map(({ channelId, ts }) => `${channelId} ${ts}`))
  return late
    .filter(({ channelId, ts }) => !alive.has(`${channelId} ${ts}`))
    .map(key => () => enqueue(database, 'read-message', key))
}

async function lostPullRequests({ database, enqueue, now, projectId, aliveTasks, host }: FollowupDeps) {
  if (host === undefined) return []
  const late = await latePullRequests(database, projectId, now() - LATE_MS)
  if (late.length === 0) return []
  const alive = new Set((await aliveTasks('check-pull-request')).map(({ link, atMs }) => `${atMs} ${link}`))
  return late
    .filter(({ link, lookAtMs: atMs }) => !alive.has(`${atMs} ${link}`))
    .map(
      ({ link, lookAtMs: atMs }) =>
        () =>
          enqueue(database, 'check-pull-request', { projectId, link, atMs })
    )
}

async function endLateSend(deps: FollowupDeps, id: string): Promise<void> {
  await deps.database.transaction(async sql => {
    const late = await loadFollowup(sql, id)
    await changeFollowup(deps, sql, late, followup =>
      isIn(followup, 'sending') ? decideAfterCrash(followup) : undefined
    )
  })
}
