import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { copyDataDir } from '../support/copy-data-dir.ts'
import { fastestFolder } from '../support/fastest-folder.ts'

export const KEEP = 'create schema kept; create table kept.number as select 7 as value'
export const KEPT = 'select value from kept.number'
export const SETTINGS = { fsync: 'off', max_connections: '20' }

export async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(await fastestFolder(), 'agent-followup-embedded-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

export async function createFilledDataDir(): Promise<string> {
  const dataDir = await createDataDir()
  await copyDataDir(inject('newDataDir'), dataDir)
  return dataDir
}

/** Starts a folder's server; whatever the test does to it, it does not outlive the test. */
export async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer(dataDir, SETTINGS)
  onTestFinished(() => server.stop())
  return server
}
