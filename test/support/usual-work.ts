import { ASSUMED, learn } from '../../src/agent/habit.ts'
import type { Sql } from '../../src/database/database.ts'
import { saveHabit } from '../../src/followups/stores/habit-store.ts'

/** So far, work in the repository has taken this long. */
export async function rememberWork(sql: Sql, repository: string, durationsMs: number[]): Promise<void> {
  const habit = durationsMs.reduce((known, each) => learn(known, each), ASSUMED)
  await saveHabit(sql, { projectId: 'project-1', jobId: '' }, { source: { repository } }, habit)
}
