import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { findPrograms, toRunnable } from '../../src/database/server/launch-server.ts'
import { findOwner, runAsOwner } from '../../src/database/server/owner.ts'
import { createDataDir } from '../support/office.ts'
import { findOrdinaryUser, runAs } from '../support/other-users.ts'
import { runSql } from '../support/run-sql.ts'
import { databasePid } from '../support/spawned-bot.ts'

const STARTER = fileURLToPath(new URL('./start-and-stop.ts', import.meta.url))
const ordinary = await findOrdinaryUser()
const NAMELESS = { uid: 54_321, gid: 54_321 }

it.runIf(ordinary)('an ordinary user needs no other account', async () => {
  const dataDir = await createDataDir()
  await chown(dataDir, ordinary?.uid ?? 0, ordinary?.gid ?? 0)
  expect(await runAs(ordinary ?? NAMELESS, '/', STARTER, dataDir)).toBe('followup')
  expect((await stat(`${dataDir}/postgres`)).uid).toBe(ordinary?.uid)
})

it.runIf(ordinary)('a user without a name is told what to do', async () => {
  const dataDir = await createDataDir()
  await chown(dataDir, NAMELESS.uid, NAMELESS.gid)
  const failure = await runAs(NAMELESS, '/', STARTER, dataDir).catch(error => error.stderr)
  expect(failure).toContain('the user it runs as (uid 54321) has no name on this machine')
  expect(failure).toContain('/etc/passwd')
  expect(failure).not.toContain('DATA_DIR')
})

it('a path too long for a socket address is no obstacle', async () => {
  const dataDir = join(await createDataDir(), 'long-'.repeat(30))
  const server = await startEmbeddedServer(dataDir, { fsync: 'off' })
  onTestFinished(server.stop)
  expect(await runSql(server.url, 'select 1 as up')).toEqual([{ up: 1 }])
  const pid = (await databasePid(dataDir)) ?? 0
  expect(await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)])).toMatchObject({
    stdout: expect.stringContaining(`${dataDir}/postgres`)
  })
})

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-programs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it.runIf(ordinary)(
  'programs that only root can reach are copied to where the server’s account can, and a broken copy is not kept',
  async () => {
    const owner = await findOwner()
    const programs = await findPrograms(owner)
    const closed = await createFolder()
    const place = dirname(dirname(dirname(programs.postgres)))
    await mkdir(`${closed}/native`)
    await cp(join(place, 'native'), `${closed}/native`, { recursive: true, verbatimSymlinks: true })
    await cp(join(place, 'package.json'), `${closed}/package.json`)
    await promisify(execFile)('chmod', ['-R', 'go-rwx', closed])
    const hidden = { ...programs, postgres: `${closed}/native/bin/postgres` }
    const open = await createFolder()
    await chmod(open, 0o755)

    const [one, other] = await Promise.all([toRunnable(hidden, owner, open), toRunnable(hidden, owner, open)])
    expect(one.postgres).toMatch(new RegExp(`^${open}/postgres-.+/bin/postgres$`))
    expect(other).toEqual(one)
    await runAsOwner(owner, one.postgres, ['--version'])
    await runAsOwner(owner, 'test', ['-r', join(dirname(dirname(one.postgres)), 'share/postgresql/postgres.bki')])
    expect(await stat(one.postgres)).toMatchObject({ uid: 0, mode: 0o100755 })
    expect(await readFile(one.postgres)).toEqual(await readFile(programs.postgres))

    const missing = join(dirname(dirname(one.postgres)), 'share/postgresql/postgres.bki')
    for (const harm of [() => rm(missing), () => truncate(missing, 10)]) {
      await harm()
      expect(await toRunnable(hidden, owner, open)).toEqual(one)
      expect(await readFile(missing)).toEqual(await readFile(join(place, 'native/share/postgresql/postgres.bki')))
      expect(await readdir(open)).toHaveLength(1)
    }
  }
)
