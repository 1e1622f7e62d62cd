import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { whenProblemMessage } from '../messages/wait-messages.ts'
import { readWhen } from '../read-when.ts'
import type { Said } from '../rules/parse-when.ts'
import { keepGivenBack } from '../stores/given-back-store.ts'
import type { Reply } from '../stores/reply-store.ts'

type Press = Pick<Reply, 'channelId' | 'userId' | 'userTeamId'>
type Message = Pick<Reply, 'ts' | 'threadTs' | 'text' | 'fileCount'>

/**
 * What a button is to send, and when; or what its author is told if it says when in a way that cannot be. Its message, if there is
 * one to edit, is read again then.
 */
export async function readPressed(
  deps: FollowupDeps,
  sql: Sql,
  { channelId, userId, userTeamId }: Press,
  words: string,
  message: Message | undefined
): Promise<Exclude<Said, { problem: unknown }> | SlackMessage> {
  const { teamId, now } = deps
  const said = await readWhen(deps, words, { userId, atMs: now() })
  if (!('problem' in said)) return said
  if (message === undefined) return whenProblemMessage(said.problem, words, 'not sent')
  const author = { teamId, channelId, userId, userTeamId, writtenAtMs: now(), receivedAtMs: now() }
  await keepGivenBack(sql, { ...author, ...message, named: null })
  return whenProblemMessage(said.problem, words, 'to be edited')
}
