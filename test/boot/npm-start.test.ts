import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { openOffice } from '../support/office.ts'
import { createTestDatabase } from '../support/test-database.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

function spawnIn(command: string, parts: string[], env: Record<string, string>) {
  const child = spawn(command, parts, {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: whatever it starts can be ended with it.
    detached: true
  })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  })
  return child
}

it('ends the bot in an orderly way when npm is told to stop', async () => {
  const { slack, env } = await openOffice()
  const { url } = await createTestDatabase()
  const npm = spawnIn('npm', ['start'], { ...env, DATABASE_URL: url })
  const errors = text(npm.stderr)
  // It ends when the last process that writes to it has.
  const output = text(npm.stdout)
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined))?.status === 200
  await eventually(isReady, 'the bot to be ready')
  npm.kill('SIGTERM')
  expect(await output).toContain('Agent Follow-up is stopping')
  expect(await errors).not.toContain('The shutdown was not clean')
  // The other end hears of it a moment later.
  await eventually(() => slack.sockets() === 0, 'its connections to be closed')
})

/** What the script runs, without npm, which would put another Node first. */
async function startScript(): Promise<string[]> {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')))
  const [command, ...parts] = scripts.start.split(' ')
  expect(command).toBe('node')
  return parts
}

it.each(['8.17.0', '20.20.2', '24.11.9'])('says in one line which Node it needs, on Node %s', async version => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const pretend = join(folder, 'pretend.cjs')
  await writeFile(pretend, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`)
  const old = spawnIn(process.execPath, ['--require', pretend, ...(await startScript())], {})
  expect(await text(old.stderr)).toBe(
    `Agent Follow-up needs Node.js 24.12 or newer; this is ${version}. "npm ci" (not with --omit=dev) installs one that "npm start" uses.\n`
  )
})

const SYSTEM_NODE = '/usr/bin/node'
const systemVersion = await text(spawn(SYSTEM_NODE, ['--version']).on('error', () => {}).stdout).catch(() => '')

it.runIf(/^v(8|1\d|2[0-3])\./.test(systemVersion))('says so on this machine, whose own Node is too old', async () => {
  const old = spawnIn(SYSTEM_NODE, await startScript(), {})
  expect(await text(old.stderr)).toMatch(/^Agent Follow-up needs Node.js 24\.12 or newer; this is .*\n$/)
})
