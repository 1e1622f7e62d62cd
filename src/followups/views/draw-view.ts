import { carryOut, type Sql, type Statement } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { type View, wordsOf } from '../../slack/view-store.ts'
import { type Followup, isFinished, isIn } from '../model/followup.ts'
import { isResult, subjectOf } from '../model/message-ids.ts'
import { followupsBeside, loadFollowup } from '../stores/followup-store.ts'
import { findPicture, type Picture } from '../stores/thread-store.ts'
import { cardMessage } from './card.ts'
import { drawNotice } from './notices.ts'
import { resultMessage } from './result.ts'

export const toldTogether = async (sql: Sql, firstId: string, resultId: string): Promise<Followup[]> =>
  toldBy(resultId, (await followupsBeside(sql, firstId)).followups)

const toldBy = (resultId: string, followups: Followup[]): Followup[] =>
  followups.filter(followup => resultsOf(followup).includes(resultId))

function resultsOf(followup: Followup): string[] {
  if (isFinished(followup)) return [...(followup.progress.earlier ?? []), followup.progress.resultId]
  return isIn(followup, 'watching') ? (followup.progress.earlier ?? []) : []
}

type Drawn = SlackMessage | undefined

function resultOf(firstId: string, resultId: string, followups: Followup[]): Drawn {
  const told = toldBy(resultId, followups)
  const first = told.find(({ id }) => id === firstId)
  return first && isFinished(first) && first.progress.resultId === resultId ? resultMessage(first, told) : undefined
}

/** `changes` are stored at the moment of drawing, and `changed` is the row that the last of them changed. */
export async function drawView(
  sql: Sql,
  view: Pick<View, 'id' | 'message'>,
  ...changes: Statement[]
): Promise<{ wanted: Drawn; changed: unknown }> {
  const words = wordsOf(view)
  const subject = subjectOf(view.id)
  if (subject === undefined || (words && !isResult(view.id)))
    return { wanted: words, changed: await carryOut(sql, ...changes) }
  const { kind, followupId } = subject
  if (kind === 'card') {
    const { changed, ...picture } = await findPicture(sql, { followupId }, changes)
    return { wanted: drawCard(picture), changed }
  }
  if (isResult(view.id)) {
    const { followups, changed } = await followupsBeside(sql, followupId, changes)
    return { wanted: resultOf(followupId, view.id, followups), changed }
  }
  const changed = await carryOut(sql, ...changes)
  return { wanted: drawNotice(kind, await loadFollowup(sql, followupId)), changed }
}

export function drawCard({ followups, job }: Picture): Drawn {
  const [first, ...more] = followups
  return first && cardMessage({ followups: [first, ...more], job })
}
