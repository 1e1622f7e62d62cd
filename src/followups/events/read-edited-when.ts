import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../database/database.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { readWhen } from '../read-when.ts'
import { type Followup, waitOf } from '../rules/followup.ts'
import type { Said } from '../rules/parse-when.ts'
import { WHEN } from '../rules/setting.ts'
import type { Edit } from '../stores/edit-store.ts'
import { findChoice } from '../stores/setting-store.ts'

/**
 * When an instruction goes out that was edited: as if it had been written so, but what it waited for is over, and its time to undo
 * does not begin anew. What says when anew counts from the edit.
 */
export async function readEditedWhen(
  deps: Pick<FollowupDeps, 'people' | 'teamId' | 'now'>,
  sql: Sql,
  { followup, words, edit }: { followup: Followup; words: string; edit: Edit }
): Promise<Said> {
  const { requesterId: userId, replyTs, threadTs } = followup
  const messageAtMs = messageTimeMs(replyTs ?? edit.editedTs)
  const known = waitOf(followup)
  const asWrittenAt = (atMs: number) => readWhen(deps, words, { userId, atMs })
  // What was given back, or sent with a button, counts from later than its message.
  for (const atMs of [followup.writtenAtMs, messageAtMs]) {
    const asBefore = await asWrittenAt(atMs)
    if ('wait' in asBefore && asBefore.wait && isDeepStrictEqual(asBefore.wait, known)) return asBefore
  }
  const said = await asWrittenAt(messageAtMs)
  if ('problem' in said) return said
  if (said.wait) {
    const isPast = said.wait.what === 'time' && said.wait.atMs <= deps.now()
    const isOver = known === undefined && (isPast || isDeepStrictEqual(said.wait, followup.askedWait))
    return isOver ? { prompt: said.prompt } : asWrittenAt(messageTimeMs(edit.editedTs))
  }
  if (known === undefined || said.atOnce) return said
  if (known.what === 'undo') return { ...said, wait: known }
  if (threadTs === null) return said
  const chosen = await findChoice(sql, { ...followup, threadTs }, WHEN, messageAtMs)
  return chosen?.value === 'idle' ? { ...said, wait: { what: 'idle' } } : said
}
