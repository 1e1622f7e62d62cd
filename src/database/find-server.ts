import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { readPassword } from './initialise-folder.ts'

const ANSWER_WITHIN_MS = 5_000
const PAUSE_MS = 50
const LAST_CLIENTS_GONE_WITHIN_MS = 2_000

/** The address of the server that holds this folder's lock, if it answers to the folder's password. */
export async function runningServerUrl(folder: string): Promise<string | undefined> {
  const port = await lockedPort(folder)
  if (port === undefined) return undefined
  const url = `postgres://postgres:${await readPassword(folder)}@127.0.0.1:${port}/postgres`
  return (await lookAtClients(url).catch(() => undefined)) === undefined ? undefined : url
}

/** The port in the folder's lock, which a server that was killed leaves behind. */
export async function lockedPort(folder: string): Promise<number | undefined> {
  const lock = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  return Number(lock.split('\n')[3]) || undefined
}

/**
 * A moment at which nobody else was connected; undefined when somebody stays. A connection that was closed a moment ago, our
 * own included, is counted until its process has ended.
 */
export async function momentAlone(url: string): Promise<number | undefined> {
  const deadline = Date.now() + LAST_CLIENTS_GONE_WITHIN_MS
  for (;;) {
    const clients = await lookAtClients(url).catch(() => undefined)
    if (clients === undefined) return undefined
    if (clients.others === 0) return clients.atMs
    if (Date.now() > deadline) return undefined
    await sleep(PAUSE_MS)
  }
}

async function lookAtClients(url: string): Promise<{ others: number; atMs: number }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as others, (extract(epoch from now()) * 1000)::float8 as "atMs" from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return z.object({ others: z.number(), atMs: z.number() }).parse(rows[0])
  } finally {
    await client.end().catch(() => {})
  }
}
