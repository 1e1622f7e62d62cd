import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../support/eventually.ts'
import { serve } from '../../support/serve.ts'
import { isAlive } from '../../support/spawned-bot.ts'

const PROGRAM = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))

const stateSchema = z.object({ bot: z.object({ state: z.string(), pid: z.number().nullable() }) })

/** The sandbox as a person starts it, with its own folder for temporary files. */
async function spawnSandbox(
  [command, ...rest]: [string, ...string[]] = [process.execPath, PROGRAM],
  env: Record<string, string> = {}
) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = spawn(command, rest, {
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  onTestFinished(() => void program.kill('SIGTERM'))
  return { program, folder }
}

/** Until it says where its page is. */
async function startSandbox(...how: Parameters<typeof spawnSandbox>) {
  const { program, folder } = await spawnSandbox(...how)
  let said = ''
  for await (const chunk of program.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
    if (url !== undefined) {
      program.stdout.resume()
      return { program, url, folder }
    }
  }
  throw new Error(`The sandbox ended before it told its address: ${said}`)
}

/** Reads what the page reads until it shows what is expected. */
async function botPid(url: string, wanted: string): Promise<number> {
  const response = await fetch(`${url}/api/events`)
  let unread = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (unread + chunk).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const { bot } = stateSchema.parse(JSON.parse(event.replace(/^data: /, '')))
      if (bot.state === wanted) return bot.pid ?? 0
    }
  }
  throw new Error(`The bot was never ${wanted}`)
}

/** Programs that work in this folder, such as the database server. */
async function programsIn(folder: string): Promise<string[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter(name => /^\d+$/.test(name))
  const places = await Promise.all(pids.map(pid => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return places.filter(place => place.includes(folder))
}

it('opens its page at the next free port, and leaves no process or folder behind when interrupted', async () => {
  const taken = await serve(createServer())
  const { program, url, folder } = await startSandbox(undefined, { PORT: String(taken) })
  expect(Number(new URL(url).port)).toBeGreaterThan(taken)
  const pid = await botPid(url, 'running')
  expect(await isAlive(pid)).toBe(true)
  program.kill('SIGINT')
  expect(await once(program, 'exit')).toEqual([0, null])
  expect(await isAlive(pid)).toBe(false)
  expect(await programsIn(folder)).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

it('leaves nothing behind after SIGTERM either, even if its bot was killed', async () => {
  const { program, url, folder } = await startSandbox()
  await botPid(url, 'running')
  const headers = { 'content-type': 'application/json' }
  const killed = await fetch(`${url}/api/bot`, { method: 'POST', headers, body: '{"do":"kill"}' })
  expect(await killed.json()).toEqual({ ok: true, result: null })
  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
  expect(await programsIn(folder)).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

it('stops while its bot is still starting', async () => {
  const { program, folder } = await spawnSandbox()
  const exited = once(program, 'exit')
  await eventually(async () => (await programsIn(folder)).length > 0, 'its database to start')
  program.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(await programsIn(folder)).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

it('ends with the npm that runs it, which passes no signal on', async () => {
  const { program, url, folder } = await startSandbox(['npm', 'run', 'sandbox'])
  const pid = await botPid(url, 'running')
  program.kill('SIGTERM')
  // npm keeps its own cache in there.
  const isLeft = (name: string) => name.startsWith('agent-followup-')
  await eventually(async () => !(await readdir(folder)).some(isLeft), 'the sandbox to clean up')
  expect(await isAlive(pid)).toBe(false)
  expect(await programsIn(folder)).toEqual([])
})
