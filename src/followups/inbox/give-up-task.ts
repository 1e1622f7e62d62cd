import type { Sql } from '../../database/database.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { buryView } from '../../slack/view-store.ts'
import { changeFollowup, changeFollowups } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isTaskName, type TaskName, taskData } from '../followup-tasks.ts'
import { read } from '../intent/read.ts'
import { decideAfterCrash, reject } from '../model/decide-send.ts'
import { stopWatching } from '../model/decide-watch.ts'
import { isIn, waitOf } from '../model/followup.ts'
import { isTold } from '../model/job-watch.ts'
import { giveUpPost } from '../post-outcomes.ts'
import { findByReply, loadFollowup } from '../stores/followup-store.ts'
import { closeMessage, findUnread } from '../stores/inbox-store.ts'
import { closeResults, waitingForJob, watchedFollowups } from '../stores/line-store.ts'
import { stopFollowing } from '../stores/pull-request-store.ts'
import { watchesOfJob } from '../stores/watch-store.ts'
import { answer, notSent } from '../views/answers.ts'
import { tellWatchers } from '../watching/observe-job.ts'
import { tellAuthorOf } from './settle-message.ts'

type GiveUp = (deps: FollowupDeps, sql: Sql, data: unknown) => Promise<void>

/** Tasks that someone waits for → what is done when they are given up. Nobody misses the others; they are only logged. */
const giveUps: Partial<Record<TaskName, GiveUp>> = {
  'check-job': giveUpWatches,
  'check-pull-request': (_, sql, data) => stopFollowing(sql, taskData['check-pull-request'].parse(data)),
  'send-followup': giveUpSend,
  'open-thread': giveUpSend,
  show: giveUpMessage,
  'read-message': giveUpReading
}

/** A task failed for good: the people waiting for its outcome are told, once, so that nothing waits forever. */
export async function giveUpTask(deps: FollowupDeps, task: string, data: unknown): Promise<void> {
  const giveUp = isTaskName(task) ? giveUps[task] : undefined
  if (giveUp) await deps.database.transaction(sql => giveUp(deps, sql, data))
}

async function giveUpWatches(deps: FollowupDeps, sql: Sql, data: unknown): Promise<void> {
  const key = taskData['check-job'].parse(data)
  await changeFollowups(deps, sql, key, {
    load: async () => [...(await watchedFollowups(sql, key)), ...(await waitingForJob(sql, key))],
    change(followup, { nowMs }) {
      if (isIn(followup, 'watching')) return stopWatching(followup, 'bug', nowMs)
      return waitOf(followup)?.why === 'idle' ? reject(followup, { reason: 'bug' }, nowMs) : undefined
    }
  })
  await closeResults(sql, key)
  const watches = await watchesOfJob(sql, key)
  await tellWatchers(
    deps,
    sql,
    watches.map(watch => ({ before: watch, ...(!isTold(watch) && { over: { because: 'bug' } }) }))
  )
}

async function giveUpSend(deps: FollowupDeps, sql: Sql, data: unknown): Promise<void> {
  const { followupId } = taskData['send-followup'].parse(data)
  await changeFollowup(deps, sql, await loadFollowup(sql, followupId), (followup, { nowMs }) => {
    // It may have been sent: it is watched like any other whose answer never came.
    if (isIn(followup, 'sending')) return decideAfterCrash(followup)
    return isIn(followup, 'waiting') ? reject(followup, { reason: 'bug' }, nowMs) : undefined
  })
}

async function giveUpMessage(deps: FollowupDeps, sql: Sql, data: unknown): Promise<void> {
  const shown = taskData.show.parse(data)
  const view = 'viewId' in shown ? await buryView(sql, shown.viewId) : undefined
  if (view) await giveUpPost(deps, sql, view, 'bug')
}

async function giveUpReading(deps: FollowupDeps, sql: Sql, data: unknown): Promise<void> {
  const message = await findUnread(sql, taskData['read-message'].parse(data))
  if (message === undefined || !(await closeMessage(sql, message))) return
  const intent = read(message.text, deps)
  const before = await findByReply(sql, message)
  const words = intent.kind === 'follow up' ? intent.prompt : 'words' in intent ? intent.words : ''
  const holdsSecret = deps.findSecrets(decodeSlackText(message.text)).length > 0
  if (words !== '' && (before === undefined || isIn(before, 'dropped')))
    await tellAuthorOf(deps, message, notSent({ words: holdsSecret ? '' : words }, 'bug'))
  else if (words === '' && !['aside', 'nothing', 'thanks'].includes(intent.kind))
    await tellAuthorOf(deps, message, answer('not done'))
}
