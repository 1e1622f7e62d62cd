import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { openOffice } from '../support/office.ts'
import { type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

// One process after the other is replaced, forth and back, while people write. With UPGRADES=50, as often.

const TIMES = Number(process.env.UPGRADES ?? 3)
const EVERY_MS = 150
/** Nobody writes more while this much is unsent, so nothing piles up on a slow machine. */
const AT_MOST_UNSENT = 20
const HOURLY_LIMIT = 100_000
/** Said by the bot, or by Slack in its place: on a slow machine, the command may be stored all the same. */
const NOT_SURE = /^I’m not sure yet|failed because the app did not respond/

const MIGRATION = `alter table followup.followup add column priority integer;
create table followup.note (id text primary key);
create index followup_priority on followup.followup (priority);
`

const run = promisify(execFile)

/** What was released last, or, before there is a release, what is here. */
async function lastReleased(): Promise<string> {
  const tags = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname']).catch(() => ({ stdout: '' }))
  const [tag] = tags.stdout.split('\n')
  if (!tag) return copyOf(process.cwd())
  const folder = await newFolder()
  await run('sh', ['-c', `git archive ${tag} src package.json | tar -x -C ${folder}`])
  return withPackages(folder)
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-version-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function withPackages(folder: string): Promise<string> {
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function copyOf(place: string): Promise<string> {
  const folder = await newFolder()
  for (const part of ['src', 'package.json']) await cp(join(place, part), join(folder, part), { recursive: true })
  return withPackages(folder)
}

/** The sources as they are here, with a migration more. */
async function nextVersion(): Promise<string> {
  const folder = await copyOf(process.cwd())
  await writeFile(join(folder, 'src/database/migrations/9999-next.sql'), MIGRATION)
  const about = join(folder, 'package.json')
  await writeFile(about, (await readFile(about, 'utf8')).replace(/"version": "[^"]+"/, '"version": "9999.0.0"'))
  return folder
}

it('loses and doubles nothing while two versions replace one another', {
  timeout: 120_000 + TIMES * 30_000
}, async () => {
  const [before, after] = await Promise.all([lastReleased(), nextVersion()])
  const office = await openOffice({ slack: { rateLimits: false }, agent: { hourlyLimit: HOURLY_LIMIT } })
  const { slack, agent, env, ana } = office
  const { url, database } = await createTestDatabase()
  const channels = Array.from({ length: 10 }, (_, at) => slack.addChannel({ name: `team-${at}`, members: [ana] }).id)
  const start = async (version: string): Promise<SpawnedBot> => {
    const port = String(await freePort())
    const bot = spawnBot(
      { ...env, DATABASE_URL: url, PORT: port, LOG_LEVEL: 'warn', AGENT_HOURLY_LIMIT: String(HOURLY_LIMIT) },
      { entry: join(version, 'src/main.ts') }
    )
    await bot.waitUntilReady()
    return bot
  }
  let bot = await start(before)

  const accepted: string[] = []
  /** What else people read, in place of nothing. */
  const answers = new Map<string, string | undefined>()
  let isOver = false
  let number = 0
  async function write(): Promise<void> {
    const [jobId, words] = [`job_${number % 5}`, `instruction ${++number}`]
    const call = { user: ana, channel: channels[number % 10] ?? '', text: `${jobId} ${words}` }
    const { acknowledged, reply } = await slack.command(call)
    if (acknowledged && reply === undefined) accepted.push(words)
    else answers.set(words, reply?.text)
  }
  for (let at = 0; at < 5; at++) agent.addJob({ id: `job_${at}`, life: { worksMs: 500, ends: 'completed' } })
  const writing = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) if (accepted.length - agent.sends().length < AT_MOST_UNSENT) await write()
  })()

  for (let time = 0; time < TIMES; time++)
    for (const version of [after, before]) {
      const next = await start(version)
      bot.kill('SIGTERM')
      expect(await bot.exited).toMatchObject({ code: 0 })
      bot = next
    }
  isOver = true
  await writing

  const isDone = async () =>
    (await database.query(`select from followup.followup where state not in ('ended', 'dropped') limit 1`)).length === 0
  await eventually(isDone, 'everything to end', { withinMs: 60_000 })
  const sent = agent.sends().map(({ prompt }) => prompt)
  expect(accepted.length).toBeGreaterThan(5 * TIMES)
  const stored = (await database.query('select prompt from followup.followup')).map(({ prompt }) => String(prompt))
  const toBeSent = [...accepted, ...stored.filter(words => NOT_SURE.test(answers.get(words) ?? ''))]
  expect({
    lost: toBeSent.filter(words => !sent.includes(words)),
    doubled: sent.filter((words, at) => sent.indexOf(words) < at),
    unasked: sent.filter(words => !toBeSent.includes(words)).map(words => [words, answers.get(words)])
  }).toEqual({ lost: [], doubled: [], unasked: [] })
  for (let at = 0; at < 5; at++) {
    const ofJob = agent.sends(`job_${at}`).map(({ prompt }) => Number(prompt.split(' ')[1]))
    expect(ofJob).toEqual(ofJob.toSorted((one, other) => one - other))
  }
  expect(await database.query('select from followup.migration')).toHaveLength(2)
})
