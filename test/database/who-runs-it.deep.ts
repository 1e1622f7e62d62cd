import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { findOwner, findPrograms, runAsOwner, toRunnable } from '../../src/database/server/programs.ts'
import { createDataDir } from '../support/office.ts'
import { findOrdinaryUser, runAs } from '../support/other-users.ts'

const STARTER = fileURLToPath(new URL('./start-and-stop.ts', import.meta.url))
const ordinary = await findOrdinaryUser()

it.runIf(ordinary)('an ordinary user needs no other account', async () => {
  const dataDir = await createDataDir()
  await chown(dataDir, ordinary?.uid ?? 0, ordinary?.gid ?? 0)
  expect(await runAs(ordinary ?? { uid: 0, gid: 0 }, '/', STARTER, dataDir)).toBe('followup')
  expect((await stat(`${dataDir}/postgres`)).uid).toBe(ordinary?.uid)
})

it('a folder whose path is too long for a socket is refused plainly', async () => {
  const dataDir = join(await createDataDir(), 'long-'.repeat(30))
  await expect(startEmbeddedServer(dataDir)).rejects.toThrow('its path is too long for a socket')
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
    const native = dirname(programs)
    const closed = await createFolder()
    await cp(native, `${closed}/native`, { recursive: true, verbatimSymlinks: true })
    await promisify(execFile)('chmod', ['-R', 'go-rwx', closed])
    const hidden = `${closed}/native/bin`
    const open = await createFolder()
    await chmod(open, 0o755)

    const [one, other] = await Promise.all([toRunnable(hidden, owner, open), toRunnable(hidden, owner, open)])
    expect([one, other]).toEqual(Array(2).fill(`${open}/postgres/bin`))
    await runAsOwner(owner, `${one}/postgres`, ['--version'])
    await runAsOwner(owner, 'test', ['-r', `${open}/postgres/share/postgresql/postgres.bki`])
    expect(await stat(`${one}/postgres`)).toMatchObject({ uid: 0, mode: 0o100755 })
    expect(await readFile(`${one}/postgres`)).toEqual(await readFile(`${programs}/postgres`))

    const missing = `${open}/postgres/share/postgresql/postgres.bki`
    for (const harm of [() => rm(missing), () => truncate(missing, 10)]) {
      await harm()
      expect(await toRunnable(hidden, owner, open)).toBe(one)
      expect(await readFile(missing)).toEqual(await readFile(`${native}/share/postgresql/postgres.bki`))
      expect(await readdir(open)).toEqual(['postgres'])
    }
  }
)
