const MINUTE_MS = 60_000
// A clock that jumps can leave out the one hour of a day that is not quiet.
const LONGEST_MS = 50 * 3_600_000

/** A direct message about what somebody asked for a moment ago answers them, and waits for nothing. */
const ANSWERS_WITHIN_MS = 10 * MINUTE_MS

export const isAnswer = (writtenAtMs: number, nowMs: number): boolean => nowMs - writtenAtMs < ANSWERS_WITHIN_MS

/**
 * When quiet hours like "22:00-07:00" end; undefined outside of them. Without a time zone, they are UTC. The clock on the wall is
 * looked at rather than computed with: twice a year it jumps.
 */
export function quietUntilMs(quiet: string, timeZone: string | undefined, nowMs: number): number | undefined {
  const isQuiet = quietIn(quiet, timeZone ?? 'UTC')
  if (!isQuiet(nowMs)) return undefined
  let endMs = nowMs - (nowMs % MINUTE_MS)
  while (isQuiet(endMs) && endMs < nowMs + LONGEST_MS) endMs += MINUTE_MS
  return endMs
}

function quietIn(quiet: string, timeZone: string): (ms: number) => boolean {
  const [from = '', until = ''] = quiet.split('-')
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return ms => {
    const time = wall.format(ms)
    return from < until ? from <= time && time < until : from <= time || time < until
  }
}
