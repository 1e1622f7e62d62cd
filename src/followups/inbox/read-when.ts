import type { FollowupDeps } from '../followup-deps.ts'
import { namesTime, parseWhen, type Said } from '../model/parse-when.ts'

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
