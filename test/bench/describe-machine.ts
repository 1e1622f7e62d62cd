import { cpus, totalmem } from 'node:os'
import { runSql } from '../support/run-sql.ts'
import type { Run } from './measured.ts'

/** What absolute figures depend on, and nothing that names the machine. */
export async function describeMachine(databaseUrl: string): Promise<Run['machine']> {
  const [row] = await runSql(databaseUrl, 'show server_version')
  const [first] = cpus()
  return {
    cores: cpus().length,
    cpu: first?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1_024 ** 3),
    node: process.version,
    postgres: String(row?.server_version)
  }
}
