import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { findThread } from '../stores/thread-store.ts'
import { closedThreadMessage, formNotOpenedMessage, otherProjectMessage, staleButtonMessage } from '../views/answers.ts'
import type { FormOrigin } from './gather-form-facts.ts'
import { type FormCall, refuseForm, showForm } from './open-form.ts'

/** Somebody wants to send one more instruction to the job of a card. */
export type CardCall = Omit<FormCall, keyof FormOrigin> & {
  channel: { id: string }
  threadTs: string
  responseUrl?: string | undefined
}

/** Undefined: the form is open, for the job of the thread. Otherwise what to say instead. */
export async function openFromCard(deps: FollowupDeps, call: CardCall): Promise<SlackMessage | undefined> {
  const refused = await refuseForm(deps, call)
  if (refused) return refused
  const { teamId, projectId, database } = deps
  const { threadTs, channel } = call
  const thread = await findThread(database, { teamId, channelId: channel.id, threadTs })
  if (thread === undefined) return staleButtonMessage()
  if (thread.projectId !== projectId) return otherProjectMessage(thread.projectId, projectId, '')
  if (thread.closedBecause) return closedThreadMessage(thread.jobId, thread.closedBecause, '')
  const isShown = await showForm(deps, { ...call, jobId: thread.jobId })
  return isShown ? undefined : formNotOpenedMessage()
}
