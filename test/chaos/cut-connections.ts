import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/seeded-random.ts'
import { runSql } from '../support/run-sql.ts'

const ALL_AT_ONCE_SHARE = 0.15

export type Cuts = { count(): number; stop(): Promise<void> }

/** Breaks the bots' database connections now and then, whatever they are doing: a few, or all at once. */
export function startCuts(databaseUrl: string, chance: Chance): Cuts {
  let count = 0
  let isOn = true

  async function cut(): Promise<void> {
    const rows = await runSql(
      databaseUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name like 'agent-followup%' order by pid`
    )
    const pids = rows.map(({ pid }) => Number(pid))
    const chosen = chance.happens(ALL_AT_ONCE_SHARE) ? pids : pids.filter(() => chance.happens(0.2))
    await runSql(databaseUrl, 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [chosen])
    count += chosen.length
  }

  async function goOn(): Promise<void> {
    while (isOn) {
      await sleep(chance.between(500, 4_000))
      // The database itself may be down right now.
      if (isOn) await cut().catch(() => {})
    }
  }
  const going = goOn()

  return {
    count: () => count,
    async stop() {
      isOn = false
      await going
    }
  }
}
