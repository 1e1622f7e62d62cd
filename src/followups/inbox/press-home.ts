import { isFirstDelivery } from '../../slack/delivery-store.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { whetherSees } from '../may-see.ts'
import { homeId } from '../model/message-ids.ts'
import { findFollowup } from '../stores/followup-store.ts'
import { findHome, saveHomeShown } from '../stores/home-store.ts'
import { answer, refusal } from '../views/answers.ts'
import { redraw } from '../views/schedule-views.ts'
import { dropJobWatch } from './answer-questions.ts'
import { type Press, type PressAnswer, pressButton } from './press-button.ts'

export type HomePress = Pick<Press, 'actionId' | 'value' | 'userId' | 'userTeamId' | 'actionTs'>

/** What comes of it is shown in the home at once, so only what went wrong is said, in a direct message. */
export async function pressHome(deps: FollowupDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const { database, teamId } = deps
  const person = { teamId, userId: press.userId }
  if ((await findHome(database, person)) === undefined) return { words: answer('stale button'), isFinal: true }
  // Their own press does not wait for its turn.
  await saveHomeShown(database, person, 0)
  const told = await (press.actionId === 'dont-tell-me' ? dontTellMe(deps, press) : pressFollowup(deps, press))
  await redraw(deps, database, { viewId: homeId(person) })
  return told
}

async function dontTellMe(deps: FollowupDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const { userId, actionId, value, actionTs } = press
  const refused = await checkPermissionOnce(deps, { ...press, channelId: undefined })
  if (refused) return saying(refusal(refused))
  await deps.database.transaction(async sql => {
    if (await isFirstDelivery(sql, [`press:home/${userId}/${actionId}/${actionTs}`], deps.now()))
      await dropJobWatch(deps, sql, value, userId)
  })
  return undefined
}

async function pressFollowup(deps: FollowupDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const own = await findFollowup(deps.database, press.value)
  if (own?.requesterId !== press.userId) return saying(answer('stale button'))
  const sees = await whetherSees(deps, own.channelId, press.userId)
  if (sees !== 'in') return saying(sees === 'not in' ? answer('stale button') : answer('not done'))
  const { channelId, threadTs } = own
  return pressButton(deps, { ...press, channelId, threadTs: threadTs ?? '', messageTs: 'home' })
}

const saying = (words: PressAnswer['words']): PressAnswer => ({ words, isFinal: true })
