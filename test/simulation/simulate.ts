import type { StandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { findBrokenPromises, judgeDay } from './check-outcomes.ts'
import type { Notes } from './day-notes.ts'
import { liveRandomDay } from './random-day.ts'
import { NeverAtRest, openTeam } from './simulated-team.ts'
import { countWhatHappened } from './what-happened.ts'

export type Simulated = {
  seed: number
  followups: number
  sends: number
  hours: number
  broken: string[]
  /** Of these, what the judge found. */
  judged: string[]
  /** How often there was what. */
  happened: Record<string, number>
  /** What people did: the same for the same seed, on every machine. */
  account: string[]
}

export const stepsOfADay = (count = 44): number[] => Array.from({ length: count }, (_, before) => before + 1)
const UNTIL_PULL_REQUESTS_ARE_TOLD_MS = 15 * 60_000
const UNTIL_LOOKED_AT_AGAIN_MS = 2 * 3_600_000
/** What is for tomorrow at nine may have been written just after midnight. */
const UNTIL_EVERYTHING_ENDED_MS = 36 * 3_600_000

function mergeAll(github: StandInGithub): void {
  for (const { link } of github.snapshot().pulls) github.setPullRequest(link, { state: 'merged' })
}

/** One random day, replayed from its seed: some hours of traffic and faults, then quiet until every watch must have ended. */
export async function simulate(seed: number, databaseUrl: string, steps = stepsOfADay()): Promise<Simulated> {
  const team = await openTeam(databaseUrl, seed)
  const startedAt = team.now()
  const hours = () => (team.now() - startedAt) / 3_600_000
  try {
    const notes = await liveRandomDay(team, seed, steps)
    const ofTraffic = hours()
    team.agent.clearFaults()
    team.slack.clearFaults()
    team.github.clearFaults()
    for (const { job } of team.agent.jobs()) if (job.id && job.status === 'active') team.agent.finish(job.id)
    await team.advance(UNTIL_PULL_REQUESTS_ARE_TOLD_MS)
    mergeAll(team.github)
    await team.advance(UNTIL_EVERYTHING_ENDED_MS)
    // Also what was told only since.
    mergeAll(team.github)
    await team.advance(UNTIL_LOOKED_AT_AGAIN_MS)
    const judged = judgeDay(team, notes)
    const broken = [...judged, ...(await findBrokenPromises(team, notes))]
    const happened = await countWhatHappened(team, notes)
    return {
      seed,
      followups: notes.written.length,
      sends: team.agent.sends().length,
      hours: ofTraffic,
      broken,
      judged,
      happened,
      account: accountOf(notes)
    }
  } catch (error) {
    if (!(error instanceof NeverAtRest)) throw error
    return {
      seed,
      followups: 0,
      sends: team.agent.sends().length,
      hours: hours(),
      broken: [error.message],
      judged: [],
      happened: {},
      account: []
    }
  } finally {
    await team.close()
  }
}

const accountOf = ({ written, choices, pressed }: Notes) =>
  [...written, ...choices, ...pressed].map(deed => JSON.stringify(deed))

/** What happened on all of these days. */
export function sumUp(days: Simulated[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { happened } of days)
    for (const [what, count] of Object.entries(happened)) sums.set(what, (sums.get(what) ?? 0) + count)
  return sums
}
