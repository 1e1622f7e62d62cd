import { TransientError } from '../../errors.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { isFinished } from '../model/followup.ts'
import { decideAfterLook } from '../model/pull-request-after.ts'
import { findPullRequest, followupsNaming, savePullRequest } from '../stores/pull-request-store.ts'
import { cardOf, homeOf, noticeAbout, redraw, showOnce, viewAbout } from '../views/schedule-views.ts'

export async function checkPullRequest(
  deps: FollowupDeps,
  { atMs, ...key }: TaskData<'check-pull-request'>
): Promise<void> {
  const { database, enqueue, host, now, random, log } = deps
  const before = await findPullRequest(database, key)
  if (before?.lookAtMs !== atMs || host === undefined) return
  const answer = await host.look(before.link)
  if (answer.kind === 'away') throw new TransientError('A host cannot be asked', { retryAfterMs: answer.forMs })
  if (answer.kind === 'unreadable' && before.trouble === null)
    log.warn({ pullRequest: before.link, why: answer.why }, 'A pull request cannot be looked at')
  const { next, isNews, mayTell } = decideAfterLook(before, answer, { nowMs: Math.round(now()), random: random() })

  await database.transaction(async sql => {
    const naming = isNews ? await followupsNaming(sql, key) : []
    const shown = naming.filter(({ closedBecause }) => closedBecause === null)
    const first = mayTell ? shown.at(-1) : undefined
    if (!(await savePullRequest(sql, before, { ...next, checksFollowupId: first?.id ?? next.checksFollowupId }))) return
    if (next.lookAtMs !== null)
      await enqueue(sql, 'check-pull-request', { ...key, atMs: next.lookAtMs }, { atMs: next.lookAtMs })
    const results = shown.flatMap(followup => (isFinished(followup) ? [{ viewId: followup.progress.resultId }] : []))
    const told = naming.find(({ id }) => id === before.checksFollowupId)
    await redraw(deps, sql, ...results, ...shown.map(cardOf), ...shown.map(homeOf), told && noticeAbout(told, 'checks'))
    if (first) await showOnce(deps, sql, viewAbout(first, 'checks'))
  })
}
