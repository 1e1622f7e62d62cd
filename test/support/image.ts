import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { endDatabase } from './spawned-bot.ts'

const run = promisify(execFile)

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

type Env = Record<string, string>

type Stage = { root: string; folder: string; args: Env; env: Env; user: string; healthcheck: string[]; start: string[] }

export type Image = Awaited<ReturnType<typeof buildImage>>

/**
 * Carries out the Dockerfile's steps without Docker. What the base image would bring is what this machine has, with the tests' Node;
 * each stage is a layer above it. All of it is mounted where no other process sees it, and goes with the one that holds it.
 */
export async function buildImage(given: Env = {}) {
  const place = await openPlace()
  const stages = new Map<string, Stage>()
  let last: Stage | undefined
  for (const { name, words } of await readSteps()) {
    if (name === 'FROM') {
      const [, , as = 'last'] = words.split(' ')
      last = await openStage(place, as)
      stages.set(as, last)
    } else if (last) await carryOut(place, name, words, { stage: last, stages, given })
  }
  if (last === undefined) throw new Error('The Dockerfile has no FROM')
  const { root, folder, env, user, healthcheck, start } = last
  await place.run('mount', '-o', 'remount,ro', root)

  const as = (more: Env, command: string[]) => {
    const all = Object.entries({ PATH, HOME: '/', ...env, ...more }).map(([name, value]) => `${name}=${value}`)
    const account = ['chroot', `--userspec=${user}`, root, 'env', '--ignore-environment', `--chdir=${folder}`]
    return place.within([...account, ...all, ...command])
  }
  return {
    env,
    /** What starts it as a container, with these settings. */
    startWith: (settings: Env) => as(settings, start),
    isHealthy: (settings: Env) => succeeds(as(settings, healthcheck)),
    runAs: async (...command: string[]) => {
      const [program = '', ...rest] = as({}, command)
      return (await run(program, rest)).stdout.trim()
    },
    /** Puts a new folder where the image has an empty one, with the same owner, like a volume. */
    async mountVolume(path: string): Promise<void> {
      const volume = await mkdtemp(join(tmpdir(), 'agent-followup-volume-'))
      onTestFinished(async () => {
        await endDatabase(volume)
        await rm(volume, { recursive: true, force: true })
      })
      const [uid = 0, gid = 0] = (await place.run('stat', '--format=%u %g', root + path)).split(' ').map(Number)
      await chown(volume, uid, gid)
      await place.run('mount', '--bind', volume, root + path)
    }
  }
}

export async function mayBuildImages(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const mounts =
    'mount -t tmpfs image /mnt && mkdir /mnt/1 /mnt/2 && mount -t overlay -o lowerdir=/,upperdir=/mnt/1,workdir=/mnt/2 image /mnt'
  return succeeds(['unshare', '--mount', 'sh', '-c', mounts])
}

const succeeds = ([program = '', ...args]: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false
  )

type Place = Awaited<ReturnType<typeof openPlace>>

async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-image-'))
  const holder = spawn(
    'unshare',
    ['--mount', 'sh', '-c', 'mount -t tmpfs image "$0" && echo ready && exec cat', folder],
    {
      stdio: ['pipe', 'pipe', 'inherit']
    }
  )
  const closed = once(holder, 'close')
  onTestFinished(async () => {
    holder.stdin.end()
    await closed
    await rm(folder, { recursive: true, force: true })
  })
  await once(holder.stdout, 'data')
  const within = (command: string[]) => ['nsenter', `--target=${holder.pid}`, '--mount', ...command]
  async function runIn(env: Env, ...command: string[]): Promise<string> {
    const [program = '', ...args] = within(command)
    return (await run(program, args, { env: { ...process.env, PATH, ...env }, maxBuffer: 32_000_000 })).stdout.trim()
  }
  return { folder, within, runIn, run: (...command: string[]) => runIn({}, ...command) }
}

async function openStage({ folder, run }: Place, name: string): Promise<Stage> {
  const [root, upper, work] = [`${folder}/${name}/root`, `${folder}/${name}/upper`, `${folder}/${name}/work`]
  await run('mkdir', '-p', root, upper, work)
  await run('mount', '-t', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, 'image', root)
  for (const system of ['/proc', '/dev']) await run('mount', '--rbind', system, root + system)
  await run('cp', '--remove-destination', process.execPath, `${root}/usr/local/bin/node`)
  await run('chroot', root, 'sh', '-c', 'getent passwd 1000 || useradd --uid 1000 --no-create-home node')
  return { root, folder: '/', args: {}, env: {}, user: '0:0', healthcheck: [], start: [] }
}

type Step = { name: string; words: string }

async function readSteps(): Promise<Step[]> {
  const text = (await readFile(join(PROJECT, 'Dockerfile'), 'utf8')).replace(/^#.*\n/gm, '').replace(/\\\n/g, '')
  return text.split('\n').flatMap(line => {
    const [, name = '', words = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return name ? [{ name, words }] : []
  })
}

type Building = { stage: Stage; stages: Map<string, Stage>; given: Env }

const listOf = (json: string) => z.array(z.string()).parse(JSON.parse(json))

async function carryOut(place: Place, name: string, words: string, { stage, stages, given }: Building): Promise<void> {
  const [, key = '', value = ''] = /^(\w+)="?(.*?)"?$/.exec(words) ?? []
  const steps: Record<string, () => Promise<unknown> | unknown> = {
    WORKDIR: () => place.run('mkdir', '-p', stage.root + words).then(() => Object.assign(stage, { folder: words })),
    ARG: () => Object.assign(stage.args, { [key]: given[key] ?? value }),
    ENV: () => Object.assign(stage.env, { [key]: value }),
    RUN: () =>
      place.runIn(
        { ...stage.args, ...stage.env },
        'chroot',
        stage.root,
        'env',
        `--chdir=${stage.folder}`,
        'sh',
        '-c',
        words
      ),
    COPY: () => copy(place, stage, stages, words.split(' ')),
    USER: () => Object.assign(stage, { user: words }),
    HEALTHCHECK: () => Object.assign(stage, { healthcheck: listOf(words.replace(/^.* CMD /, '')) }),
    ENTRYPOINT: () => Object.assign(stage, { start: listOf(words) }),
    EXPOSE: () => {}
  }
  const step = steps[name]
  if (step === undefined) throw new Error(`The tests cannot carry out ${name}`)
  await step()
}

async function copy(place: Place, stage: Stage, stages: Map<string, Stage>, words: string[]): Promise<void> {
  const [, from] = /^--from=(.+)$/.exec(words[0] ?? '') ?? []
  const sources = words.slice(from ? 1 : 0, -1)
  const to = words.at(-1) ?? ''
  const base = from ? stages.get(from)?.root : PROJECT
  if (!from) await demandInContext(sources)
  // What is copied as one thing takes the place of its target; several go into it.
  const how = to.endsWith('/') ? [] : ['--no-target-directory']
  const files = sources.map(source => join(base ?? '', source))
  await place.run('cp', '-r', '--preserve=mode', ...how, ...files, join(stage.root, stage.folder, to))
}

/** Docker is given nothing but what .dockerignore leaves. */
async function demandInContext(sources: string[]): Promise<void> {
  const [first, ...left] = (await readFile(join(PROJECT, '.dockerignore'), 'utf8'))
    .replace(/^#.*\n/gm, '')
    .trim()
    .split('\n')
  const missing = first === '*' ? sources.filter(source => !left.includes(`!${source}`)) : sources
  if (missing.length > 0) throw new Error(`.dockerignore leaves out ${missing.join(', ')}`)
}
