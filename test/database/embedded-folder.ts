import { onTestFinished } from 'vitest'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/server/embedded-server.ts'

export const KEEP = 'create schema kept; create table kept.number as select 7 as value'
export const KEPT = 'select value from kept.number'
export const SETTINGS = { fsync: 'off', max_connections: '20' }

/** Starts a folder's server; whatever the test does to it, it does not outlive the test. */
export async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer(dataDir, SETTINGS)
  onTestFinished(() => server.stop())
  return server
}
