import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createDataDir, createFilledDataDir } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { databasePid } from '../support/spawned-bot.ts'
import { KEEP, KEPT, start } from './embedded-folder.ts'

it('two that start at once share one server, in a new folder or a stopped one', async () => {
  const dataDir = await createDataDir()
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  expect(other.url).toBe(one.url)
  expect(await readdir(dataDir)).toEqual(['postgres'])

  await Promise.all([one.stop(), other.stop()])
  expect(await databasePid(dataDir)).toBeUndefined()
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)])
  expect(second.url).toBe(first.url)
  expect(await runSql(first.url, 'select 1 as up')).toEqual([{ up: 1 }])
})

it.each(['postmaster.pid', '.s.PGSQL.5432.lock'])(
  'a stale lock keeps nobody out, even if its pid now belongs to another process: %s',
  async name => {
    const dataDir = await createFilledDataDir()
    const neighbour = await createFilledDataDir()
    await start(neighbour)
    const server = await start(dataDir)
    const left = `${dataDir}/postgres/${name}`
    const lock = await readFile(left, 'utf8')
    await server.stop()
    await writeFile(left, lock.replace(/^\d+/, `${await databasePid(neighbour)}`))
    await chmod(left, 0o644)

    const { url } = await start(dataDir)
    expect(await runSql(url, 'select 1 as up')).toEqual([{ up: 1 }])
  }
)

it('a server that loses one of its processes restarts at the same address', async () => {
  const dataDir = await createFilledDataDir()
  const { url } = await start(dataDir)
  await runSql(url, KEEP)
  const pid = await databasePid(dataDir)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')

  const isAnew = async () => ![undefined, pid].includes(await databasePid(dataDir))
  await eventually(isAnew, 'another server')
  const kept = await eventually(() => runSql(url, KEPT).catch(() => undefined), 'what was stored')
  expect(kept).toEqual([{ value: 7 }])
})
