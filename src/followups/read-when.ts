import type { SlackMessage } from '../slack/blocks.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { whenProblemMessage } from './messages/wait-messages.ts'
import { namesTime, parseWhen, type Said } from './rules/parse-when.ts'

type Author = { userId: string; atMs: number }

/** An instruction, and when it is to go out if its author wrote that in front of it, by their own clock. */
export async function readWhen(
  { people, teamId }: FollowupDeps,
  words: string,
  { userId, atMs }: Author
): Promise<Said> {
  // Who they are was asked a moment ago, so this waits for nobody.
  const zone = namesTime(words) ? await people.timeZoneOf(userId, teamId).catch(() => undefined) : undefined
  return parseWhen(words, { nowMs: atMs, zone })
}

/** The same, or what its author is told if that cannot be. `written` are all words, with the job’s id. */
export async function readInstruction(
  deps: FollowupDeps,
  words: string,
  { written = words, ...author }: Author & { written?: string }
): Promise<Exclude<Said, { problem: unknown }> | SlackMessage> {
  const said = await readWhen(deps, words, author)
  return 'problem' in said ? whenProblemMessage(said.problem, written) : said
}
