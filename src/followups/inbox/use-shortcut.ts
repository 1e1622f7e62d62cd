import { errorWords } from '../../errors.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { directAnswerId } from '../model/message-ids.ts'
import { formNotOpenedMessage } from '../views/answers.ts'
import { noticeForm } from '../views/followup-form.ts'
import { tell } from '../views/tell.ts'
import { type FormCall, openForm } from './open-form.ts'

/** Opens the form; whoever may not use it reads why in its place. */
export async function useShortcut(deps: FollowupDeps, call: FormCall): Promise<void> {
  const { slack, log } = deps
  const { userId, triggerId, responseUrl } = call
  const refused = await openForm(deps, call)
  if (refused === undefined) return
  const words = refused === 'not opened' ? formNotOpenedMessage() : refused
  if (refused !== 'not opened') {
    const isShown = await slack.openView(triggerId, noticeForm(words.text)).then(
      () => true,
      error => log.warn({ error: errorWords(error) }, 'A form could not be opened')
    )
    if (isShown) return
  }
  await tell(deps, { userId, responseUrl, direct: { id: directAnswerId(triggerId), message: words } }, words)
}
