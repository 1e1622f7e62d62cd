import type { Sql } from '../../database/database.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { readWhen } from '../read-when.ts'
import { type Followup, waitOf } from '../rules/followup.ts'
import type { Said } from '../rules/parse-when.ts'
import { WHEN } from '../rules/setting.ts'
import { isSameWait, type Wait } from '../rules/wait.ts'
import type { Edit } from '../stores/edit-store.ts'
import { findChoice, threadPlace } from '../stores/setting-store.ts'

/**
 * When an instruction goes out that was edited: as if it had been said so, but what it waited for is over, and its time to undo
 * does not begin anew. What says when anew counts from the edit.
 */
export async function readEditedWhen(
  deps: Pick<FollowupDeps, 'people' | 'teamId'>,
  sql: Sql,
  { followup, words, edit }: { followup: Followup; words: string; edit: Edit }
): Promise<Said & { saidAtMs?: number }> {
  const { requesterId: userId, threadTs, saidAtMs } = followup
  const known = waitOf(followup)
  const editedAtMs = messageTimeMs(edit.editedTs)
  const asSaidAt = (atMs: number) => readWhen(deps, words, { userId, atMs })
  const asEdited = async () => ({ ...(await asSaidAt(editedAtMs)), saidAtMs: editedAtMs })
  const said = await asSaidAt(saidAtMs)
  if ('problem' in said && said.problem === 'passed') return asEdited()
  if ('problem' in said || (said.wait && isSameWait(said.wait, known))) return said
  if (said.wait) {
    const isOver = known === undefined && isSameWait(said.wait, followup.askedWait)
    return isOver ? { prompt: said.prompt } : asEdited()
  }
  if (known === undefined || said.atOnce) return said
  if (known.what === 'undo') return { ...said, wait: known }
  if (threadTs === null) return said
  const chosen = await findChoice(sql, followup.teamId, [threadPlace({ ...followup, threadTs })], WHEN)
  return chosen?.value === 'idle' ? { ...said, wait: { what: 'idle' } } : said
}

/**
 * When the correction of what was sent goes out: when its words say, but a time that has come is not waited for again. What says
 * when anew counts from the edit.
 */
export async function readCorrectedWhen(
  deps: Pick<FollowupDeps, 'people' | 'teamId'>,
  { followup, words, edit }: { followup: Followup; words: string; edit: Edit }
): Promise<Said & { saidAtMs: number; askedWait?: Wait }> {
  const { requesterId: userId, saidAtMs, askedWait } = followup
  const before = await readWhen(deps, words, { userId, atMs: saidAtMs })
  const isOver = 'wait' in before && before.wait?.what === 'time' && isSameWait(before.wait, askedWait)
  if (isOver) return { prompt: before.prompt, askedWait: before.wait, saidAtMs }
  const editedAtMs = messageTimeMs(edit.editedTs)
  return { ...(await readWhen(deps, words, { userId, atMs: editedAtMs })), saidAtMs: editedAtMs }
}
