import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'

const ANSWER_WITHIN_MS = 5_000
const PAUSE_MS = 50
const LAST_CLIENTS_GONE_WITHIN_MS = 2_000

/** What answers at an address: `busy` is the server accepting no one right now, `strange` is something else, or silence. */
export type Look =
  | { kind: 'up'; others: number; atMs: number }
  | { kind: 'gone' }
  | { kind: 'busy' }
  | { kind: 'strange'; error: unknown }

const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOENT'])
// Starting, stopping, or full.
const BUSY = /^(57P0[123]|53300)$/

export async function lookAtServer(url: string): Promise<Look> {
  return lookAtClients(url).then(
    clients => ({ kind: 'up', ...clients }),
    error => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (NOBODY_THERE.has(code)) return { kind: 'gone' }
      return BUSY.test(code) ? { kind: 'busy' } : { kind: 'strange', error }
    }
  )
}

/**
 * A moment at which no one else was connected; undefined when someone stays connected. A connection closed a moment ago, even our
 * own, counts until its server process has exited.
 */
export async function momentAlone(url: string): Promise<number | undefined> {
  const deadline = Date.now() + LAST_CLIENTS_GONE_WITHIN_MS
  for (;;) {
    const look = await lookAtServer(url)
    if (look.kind !== 'up') return undefined
    if (look.others === 0) return look.atMs
    if (Date.now() > deadline) return undefined
    await sleep(PAUSE_MS)
  }
}

const othersSchema = z.object({ others: z.number(), atMs: z.number() })

async function lookAtClients(url: string): Promise<{ others: number; atMs: number }> {
  const client = openClient(url)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as others, (extract(epoch from now()) * 1000)::float8 as "atMs" from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return othersSchema.parse(rows[0])
  } finally {
    await client.end().catch(() => {})
  }
}

/** For a short exchange: it never waits for long. */
export function openClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS
  })
  client.on('error', () => {})
  return client
}

/** The exit code of `flock` when someone else holds the lock: no other program uses it. */
export const HELD = 75

type ServerLock = {
  pid: number
  port: number
  /** True when the server listens on a port. */
  isOnPort: boolean
}

/** What the server wrote into its folder and leaves behind when killed. Undefined when there is nothing, or only part of it. */
export async function readLock(folder: string): Promise<ServerLock | undefined> {
  const text = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  const [pid = '', , , port = '', , listen] = text.split('\n')
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || listen === undefined) return undefined
  return { pid: Number(pid), port: Number(port), isOnPort: listen !== '' }
}
