import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isPooled } from '../../src/database/open-databases.ts'
import { moveAway, movedTo, placeOf } from '../support/distant-server.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { runSql } from '../support/run-sql.ts'
import { openWithBot } from './open-with-bot.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const SOON_MS = 5_000
const BINARY = '/usr/sbin/pgbouncer'
const NOBODY = 65_534

/** The address of a database through a PgBouncer in transaction mode, with otherwise default settings. */
async function putBehindPgBouncer(url: string): Promise<string> {
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

it.runIf(existsSync(BINARY))('carries a command to its result through PgBouncer in transaction mode', async () => {
  const { slack, agent, channel, ana, url, bot } = await openWithBot({ behind: putBehindPgBouncer })
  expect(await isPooled(url)).toBe(false)
  agent.addJob({ id: 'job_8f2' })

  const { reply } = await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  expect(reply).toBeUndefined()
  const storedAt = performance.now()
  const card = await slack.waitFor(() => slack.messages(channel)[0], 'the card')
  await agent.waitFor(() => agent.sends().length === 1, 'the POST')
  expect(performance.now() - storedAt).toBeLessThan(SOON_MS)
  agent.finish('job_8f2', { prLink: LINK })
  const result = await slack.waitFor(() => slack.thread(channel, card.ts)[1], 'the result')
  expect(result).toMatchObject({ subtype: 'thread_broadcast', text: expect.stringContaining(LINK) })
  await slack.waitFor(() => slack.message(channel, card.ts)?.text.includes(LINK), 'the card to show the end')
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
  expect(bot.output()).not.toMatch(/"level":[456]0/)
})
