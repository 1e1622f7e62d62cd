import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { moveAway, movedTo, placeOf } from './distant-server.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { runSql } from './run-sql.ts'

const BINARY = '/usr/sbin/pgbouncer'
const NOBODY = 65_534

export const hasPgBouncer = existsSync(BINARY)

/** The address of a database through a PgBouncer in transaction mode, with otherwise default settings. */
export async function putBehindPgBouncer(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-pgbouncer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // The server lets in whoever has its user's rights, which this process has.
  const { host, port } = placeOf(await moveAway(url, 0))
  const own = { host: '127.0.0.1', port: await freePort() }
  const { username } = new URL(movedTo(own, url))
  const settings = `[databases]
* = host=${host} port=${port} user=${username}
[pgbouncer]
listen_addr = ${own.host}
listen_port = ${own.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await Promise.all([folder, file].map(path => chown(path, NOBODY, NOBODY)))
  const pgBouncer = spawn(BINARY, [file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  onTestFinished(async () => {
    if (pgBouncer.exitCode !== null) return
    pgBouncer.kill('SIGKILL')
    await once(pgBouncer, 'exit')
  })
  const pooled = movedTo(own, url)
  await eventually(() => runSql(pooled, 'select').catch(() => undefined), 'PgBouncer to be ready')
  return pooled
}
