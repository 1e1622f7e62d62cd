import type { StandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { findBrokenPromises } from './check-outcomes.ts'
import { liveRandomDay } from './random-day.ts'
import { createChance } from './seeded-random.ts'
import { NeverAtRest, openTeam } from './simulated-team.ts'

export type Simulated = { seed: number; followups: number; sends: number; hours: number; broken: string[] }

export const STEPS_OF_A_DAY = 22
const UNTIL_PULL_REQUESTS_ARE_TOLD_MS = 15 * 60_000
const UNTIL_LOOKED_AT_AGAIN_MS = 2 * 3_600_000
const UNTIL_EVERYTHING_ENDED_MS = 27 * 3_600_000

function mergeAll(github: StandInGithub): void {
  for (const { link } of github.snapshot().pulls) github.setPullRequest(link, { state: 'merged' })
}

/** One random day, replayed from its seed: some hours of traffic and faults, then quiet until every watch must have ended. */
export async function simulate(seed: number, databaseUrl: string, steps = STEPS_OF_A_DAY): Promise<Simulated> {
  const chance = createChance(seed)
  const team = await openTeam(databaseUrl, chance)
  const startedAt = team.now()
  const hours = () => (team.now() - startedAt) / 3_600_000
  try {
    const { acknowledged } = await liveRandomDay(team, chance, steps)
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
    const broken = await findBrokenPromises(team, acknowledged)
    return { seed, followups: acknowledged.length, sends: team.agent.sends().length, hours: ofTraffic, broken }
  } catch (error) {
    if (!(error instanceof NeverAtRest)) throw error
    return { seed, followups: 0, sends: team.agent.sends().length, hours: hours(), broken: [error.message] }
  } finally {
    await team.close()
  }
}
