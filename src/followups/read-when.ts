import type { FollowupDeps } from './followup-deps.ts'
import { parseWhen, type Said, toSaid } from './rules/parse-when.ts'

/** An instruction, and when it is to go out if its author wrote that in front of it, by their own clock. */
export async function readWhen(
  { people, teamId }: Pick<FollowupDeps, 'people' | 'teamId'>,
  words: string,
  { userId, atMs }: { userId: string; atMs: number }
): Promise<Said> {
  const found = parseWhen(words)
  if (found === undefined) return { prompt: words }
  const needsZone = typeof found.when !== 'string' && found.when.what === 'clock'
  // Who they are was asked a moment ago, so this waits for nobody.
  const zone = needsZone ? await people.timeZoneOf(userId, teamId).catch(() => undefined) : undefined
  return toSaid(found, { nowMs: atMs, zone })
}
