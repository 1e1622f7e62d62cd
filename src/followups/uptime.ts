import type { FollowupDeps } from './followup-deps.ts'
import { type Downtime, LONG_DOWNTIME_MS } from './rules/downtime.ts'
import { noteAlive, noteDowntime } from './stores/uptime-store.ts'

/** When no bot of the project ran, as far as this one knows. */
export type Uptime = {
  /** Only those that were long, oldest first. */
  offline: () => Downtime[]
  /** This process is running. */
  giveSign: () => Promise<void>
  /** Finds out whether this machine has slept, before what went on meanwhile is looked at. */
  noticeSleep: () => Promise<void>
}

export async function openUptime({
  database,
  projectId,
  now
}: Pick<FollowupDeps, 'database' | 'projectId' | 'now'>): Promise<Uptime> {
  let offline = await noteDowntime(database, projectId, now())
  let signMs = now()

  async function noticeSleep(): Promise<void> {
    const nowMs = now()
    if (nowMs - signMs < LONG_DOWNTIME_MS) return
    // Another process may have been running.
    offline = await noteDowntime(database, projectId, nowMs)
    signMs = nowMs
  }

  return {
    offline: () => offline,
    noticeSleep,
    async giveSign() {
      await noticeSleep()
      signMs = now()
      await noteAlive(database, projectId, signMs)
    }
  }
}
