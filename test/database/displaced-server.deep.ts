import { chmod } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { readLock } from '../../src/database/server/find-server.ts'
import { errorWords } from '../../src/errors.ts'
import { eventually } from '../support/eventually.ts'
import { createDataDir } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { isAlive } from '../support/spawned-bot.ts'
import { squat } from '../support/squatter.ts'

async function start({ isOnPort }: { isOnPort: boolean }) {
  const dataDir = await createDataDir()
  // When run by root, the server's account must read its first password above its folder.
  await chmod(dataDir, 0o711)
  const reports: string[] = []
  const news = { onDown: (error: unknown) => void reports.push(errorWords(error)), onUp: () => void reports.push('up') }
  const server = await startEmbeddedServer(dataDir, { fsync: 'off' }, news, isOnPort)
  onTestFinished(server.stop)
  return { server, folder: `${dataDir}/postgres`, reports }
}

async function killServer(folder: string): Promise<void> {
  const pid = (await readLock(folder))?.pid ?? 0
  if (pid > 0 && (await isAlive(pid))) process.kill(pid, 'SIGKILL')
}

async function comesBack({ url }: EmbeddedServer, reports: string[]): Promise<void> {
  await eventually(() => reports.at(-1) === 'up', 'the server to be in its place again')
  expect(await runSql(url, 'select 1 as up')).toEqual([{ up: 1 }])
}

it('an impostor at a dead server’s socket is reported, and told nothing', async () => {
  const { server, folder, reports } = await start({ isOnPort: false })
  expect(reports).toEqual([])
  const squatter = await squat({ socket: `${folder}/.s.PGSQL.5432` })
  await killServer(folder)

  await eventually(() => reports.length > 0, 'the report')
  expect(reports[0]).toMatch(/belongs to another user|in place of the database/)
  expect(squatter.heard.join()).not.toMatch(/^p/m)
  await squatter.leave()
  await comesBack(server, reports)
})

it('on a port, only the two roles can log in, with the folder’s password', async () => {
  const { server } = await start({ isOnPort: true })
  expect(await runSql(server.url, 'select current_user as who')).toEqual([{ who: 'followup' }])
  const wrong = Object.assign(new URL(server.url), { password: 'guess' }).href
  await expect(runSql(wrong, 'select 1')).rejects.toThrow('password authentication failed')
})
