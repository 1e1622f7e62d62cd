import type { Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText, messageTimeMs } from '../../slack/slack-text.ts'
import { isInstruction, understand } from '../commands/understand-command.ts'
import { takeEdit } from '../events/change-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords, rulingOn, type StoppedWords, stoppedSchema } from '../guard-words.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { editInTimeMessage } from '../messages/edit-messages.ts'
import { messageTakenMessage, sentAfterAllMessage } from '../messages/got-it-messages.ts'
import { staleButtonMessage } from '../messages/private-messages.ts'
import { startFollowup } from '../moves/start-followup.ts'
import { readInstruction } from '../read-when.ts'
import { mayBeChanged } from '../rules/decide-edit.ts'
import { isIn } from '../rules/followup.ts'
import { parseCommand } from '../rules/parse-command.ts'
import { findEdit, forgetEdit, saveEdit } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import { forgetWords, takeGivenBack } from '../stores/given-back-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { insertReply } from '../stores/reply-store.ts'
import { startOnce } from './act-once.ts'
import { sendCorrection } from './send-correction.ts'

type Press = { value: string; userId: string; userTeamId: string; channelId: string; messageTs: string }
type From<Kind extends StoppedWords['from']> = StoppedWords & { from: Kind }

/** Only their author sees the button. A message belongs to one follow-up, so a second press sends nothing more. */
export async function sendAnyway(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const words = stoppedSchema.parse(JSON.parse(press.value))
  if (rulingOn(deps, decodeSlackText(words.text)) === 'refuse') return guardWords(deps, words)
  deps.log.info({ from: words.from }, 'Words that look like they contain a secret are sent: their author says so')
  switch (words.from) {
    case 'command':
      return sendCommand(deps, sql, press, words)
    case 'message':
      return sendMessage(deps, sql, press, words)
    case 'edit':
      return sendEdit(deps, sql, press, words)
  }
}

async function sendCommand(
  deps: FollowupDeps,
  sql: Sql,
  { userId, channelId, messageTs }: Press,
  { text }: From<'command'>
): Promise<SlackMessage> {
  const command = answerAtOnce(parseCommand(text))
  if ('blocks' in command) return command
  if (!isInstruction(command)) return staleButtonMessage()
  const database = inTransaction(sql, deps.database)
  const meant = await understand({ ...deps, database }, { userId, channelId }, command)
  if ('blocks' in meant) return meant
  const { teamId, projectId, now } = deps
  const said = await readInstruction(deps, meant.prompt, { userId, atMs: now() })
  if ('blocks' in said) return said
  const place = { projectId, teamId, channelId, threadTs: null, replyTs: null, responseUrl: null, fileCount: 0 }
  return startOnce(deps, sql, `anyway:${channelId}/${messageTs}`, {
    done: () => sentAfterAllMessage(meant.jobId, said.wait),
    async start() {
      const instruction = { ...place, jobId: meant.jobId, ...said, requesterId: userId, writtenAtMs: now() }
      return (await startFollowup(deps, sql, instruction)) ?? sentAfterAllMessage(meant.jobId, said.wait)
    }
  })
}

/** From here on it is treated as it was when it came in, except that nothing stops it. */
async function sendMessage(
  { teamId, enqueue, now }: FollowupDeps,
  sql: Sql,
  { userId, userTeamId, channelId }: Press,
  { text, ts, threadTs, fileCount }: From<'message'>
): Promise<SlackMessage> {
  const key = { teamId, channelId, ts }
  const sent = await findByReply(sql, teamId, channelId, ts)
  const isOff = sent === undefined || isIn(sent, 'cancelled')
  const isReadAnew = isOff && (await takeGivenBack(sql, key, text)) !== undefined
  if (sent && !isReadAnew) return messageTakenMessage()
  const times = { writtenAtMs: isReadAnew ? now() : messageTimeMs(ts), receivedAtMs: now() }
  const reply = { ...key, threadTs, userId, userTeamId, text, fileCount, ...times, named: null }
  await insertReply(sql, { ...reply, isInstruction: true, isLetThrough: true })
  await enqueue(sql, 'forward-reply', key)
  return messageTakenMessage()
}

/** It changes what is still waiting, or corrects what was sent. */
async function sendEdit(
  deps: FollowupDeps,
  sql: Sql,
  { userId, channelId }: Press,
  { text, ts, editedTs }: From<'edit'>
): Promise<SlackMessage | undefined> {
  const key = { teamId: deps.teamId, channelId, ts }
  const edit = { text, editedTs }
  const ofReply = () => findByReply(sql, key.teamId, channelId, ts)
  const found = await ofReply()
  if (found?.projectId !== deps.projectId) return staleButtonMessage()
  await lockJob(sql, found)
  await saveEdit(sql, key, edit)
  if ((await findEdit(sql, key))?.editedTs !== editedTs) return staleButtonMessage()
  const edited = await ofReply()
  const isUnsent = edited !== undefined && mayBeChanged(edited)
  const value = `${ts} ${editedTs}`
  const answer = isUnsent
    ? ((await takeEdit(deps, sql, key, edit, { isLetThrough: true }))?.message ?? editInTimeMessage(edited.jobId))
    : await sendCorrection(deps, sql, { value, channelId, userId })
  if (!(await forgetWords(sql, key))) await forgetEdit(sql, key, edit)
  return answer
}
