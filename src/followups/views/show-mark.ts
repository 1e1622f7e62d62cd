import { isDeepStrictEqual } from 'node:util'
import { TransientError } from '../../errors.ts'
import { SlackRefusal } from '../../slack/slack-failure.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { mayBeSentAgain } from '../model/decide-watch.ts'
import { type Followup, waitOf } from '../model/followup.ts'
import { markId } from '../model/message-ids.ts'
import { findByReply } from '../stores/followup-store.ts'
import type { MessageKey } from '../stores/inbox-store.ts'
import { addMark, findMarks, saveMarks } from '../stores/mark-store.ts'
import { redraw } from './schedule-views.ts'

const SEEN = 'eyes'
const DELIVERED = 'incoming_envelope'
const HELD = 'double_vertical_bar'
const WAITING = 'alarm_clock'
const COUNTDOWN = 'timer_clock'
const DONE = 'white_check_mark'
const FAILED = 'x'
const UNDECIDED = 'warning'
const UNWATCHED = 'no_bell'

/**
 * How a follow-up is marked on the message that holds it: "the bot saw it" and "the agent has it" are different facts. A warning
 * means one thing: a person has to decide.
 */
function reactionFor(followup: Followup): string | null {
  if (mayBeSentAgain(followup)) return UNDECIDED
  const wait = waitOf(followup)
  if (wait) return wait.what === 'undo' ? COUNTDOWN : WAITING
  const { progress } = followup
  switch (progress.state) {
    case 'accepted':
    case 'waiting':
    case 'sending':
      return SEEN
    case 'held':
      return HELD
    case 'watching':
      return progress.delivery === 'sure' ? DELIVERED : SEEN
    case 'finished':
      return progress.status === 'completed' ? DONE : progress.status === 'failed' ? FAILED : UNWATCHED
    case 'rejected':
      return FAILED
    case 'unwatched':
      return progress.because === 'no work' && progress.delivery === 'sure' ? DELIVERED : UNWATCHED
    case 'cancelled':
      return null
  }
}

/** Makes the reaction on a message say where its follow-up stands; the previous one is removed. */
export async function showMark(deps: FollowupDeps, key: MessageKey): Promise<void> {
  const { database, slack, log } = deps
  const { teamId, channelId, ts } = key
  const [followup, marks] = await Promise.all([findByReply(database, teamId, channelId, ts), findMarks(database, key)])
  if (followup === undefined) return
  const mark = reactionFor(followup)
  const wanted = mark === null ? [] : [mark]
  if (isDeepStrictEqual(marks, wanted)) return
  // Noted before it is set, so that a mark whose answer never came is still known, and removed in its turn.
  const noted = [...new Set([...marks, ...wanted.map(name => `${name}?`)])]
  if (!(await saveMarks(database, key, marks, noted)))
    throw new TransientError('The marks on a reply changed meanwhile')
  try {
    for (const name of wanted) await slack.addReaction(channelId, ts, name)
    for (const name of namesOf(marks)) if (name !== mark) await slack.removeReaction(channelId, ts, name)
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    await saveMarks(database, key, noted, marks)
    return log.warn({ followup: followup.id, code: error.code }, 'A reply cannot be marked')
  }
  if (await saveMarks(database, key, noted, wanted)) return
  // Another run marked it in between, and may not have known about ours. This run may be one that was given up long ago.
  await database.transaction(async sql => {
    for (const name of wanted) await addMark(sql, key, `${name}?`)
    await redraw(deps, sql, { viewId: markId(key) })
  })
}

const namesOf = (marks: string[]) => new Set(marks.map(mark => mark.replace('?', '')))
