import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import pRetry from 'p-retry'
import { z } from 'zod'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { fromJson } from '../../sandbox/shared/read-text.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { reportOf } from '../support/complaint.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { createDataDir, openOffice, openServer } from '../support/office.ts'
import { anyNumber, atLeast, parseFlags } from '../support/parse-flags.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { runSql } from '../support/run-sql.ts'
import { sayProgress } from '../support/say-progress.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { CHANNELS, createInputs, FORGED, type Input, JOBS } from './make-input.ts'
import { openPeer } from './open-peer.ts'
import { CANARY, recordCorpus } from './record-corpus.ts'
import { sendRequest } from './send-request.ts'

// Real bots get what nobody should send: requests, envelopes, answers to all they ask, and settings. Everything is on loopback. What
// fails is printed with lines that --replay takes.

const GUARD = fileURLToPath(new URL('./guard-bot.ts', import.meta.url))
const GITHUB_TOKEN = 'github-canary-7d21e9'
const LIMIT = 1_000_000
const AT_ONCE = 16
const TAMPERED_SHARE = 0.25
const WITHIN_MS = 3_000
const LAST_WITHIN_MS = 180_000
const MOST_GROWTH_MB = 30
const MOST_FAULTS = 20
const SPACE_MS = 5
const MOST_TRIES = 20
const FAULT_CHARACTERS = 200
const LAST = { way: 'socket', id: 'last', sent: btoa('{"envelope_id":"last","type":"slash_commands"}') } as const
const FATAL = 60
const TIME = /"time":\d+,/
const TABLES = `select oid::regclass as name from pg_class where relnamespace = 'followup'::regnamespace and relkind = 'r'`
const logLine = z.object({ level: z.number().max(FATAL - 1) })

const unpack = (line: string) => z.custom<Input>().parse(JSON.parse(`${gunzipSync(Buffer.from(line, 'base64url'))}`))
const flags = { seed: anyNumber, count: atLeast(1), replay: z.string().transform(unpack).optional() }
const { seed, count, replay } = parseFlags(z.object(flags), {
  seed: { type: 'string', default: String(Date.now() % 100_000) },
  count: { type: 'string', default: '100000' },
  replay: { type: 'string' }
})
const chance = createChance(seed)
const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)
const counts = { http: 0, socket: 0, settings: 0, answer: 0 }
const given = () => Object.values(counts).reduce((sum, one) => sum + one)
/** Under way, or not long over. */
const recent: Input[] = []
const faults = new Set<string>()
const late: Input[] = []

function fail(what: string, inputs = recent): void {
  if (faults.size >= MOST_FAULTS || faults.has(what)) return
  faults.add(what)
  const lines = inputs.map(input => `\n  --replay ${gzipSync(JSON.stringify(input)).toString('base64url')}`)
  process.stdout.write(`${what}${lines.join('')}\n`)
}

function begin(input: Input): void {
  counts[input.way] += 1
  if (recent.push(input) > 2 * AT_ONCE) recent.shift()
}

async function run(): Promise<number[]> {
  const office = await openOffice({ slack: { rateLimits: false }, agent: { hourlyLimit: LIMIT }, finished })
  const { slack, agent, ana } = office
  const github = await createStandInGithub({ token: GITHUB_TOKEN, hourlyLimit: LIMIT })
  finished(github.stop)
  for (const id of CHANNELS) slack.addChannel({ id, name: id.toLowerCase(), members: [ana] })
  const life = { worksMs: 2_000, pullRequest: 'https://github.com/acme/docs/pull/12' }
  for (const id of [...JOBS, 'job_last']) agent.addJob({ id, life })

  let inputs: ReturnType<typeof createInputs> | undefined
  function tamper(asked: string, said: string): Buffer {
    if (replay?.way === 'answer' && replay.asked === asked) return Buffer.from(replay.sent, 'base64')
    if (inputs === undefined || !chance.happens(TAMPERED_SHARE)) return Buffer.from(said)
    const sent = inputs.answer(said)
    begin({ way: 'answer', asked, sent })
    return Buffer.from(sent, 'base64')
  }
  const peer = await openPeer(slack.apiUrl, tamper, finished)
  const [server, folder] = [await openServer(finished), await createDataDir(finished)]
  const projectsFile = join(folder, 'projects.yaml')
  const env = {
    ...{ ...office.env, GITHUB_TOKEN, DATABASE_URL: server.url, AGENT_HOURLY_LIMIT: `${LIMIT}`, LOG_LEVEL: 'debug' },
    SLACK_API_URL: `${peer.url}/api/`,
    AGENT_API_URL: (await openPeer(agent.url, tamper, finished)).url,
    GITHUB_API_URL: (await openPeer(github.url, tamper, finished)).url
  }
  async function start(name: string, settings: Record<string, string> = {}) {
    const [port, HELD_TO] = [await freePort(), join(folder, name)]
    const bot = spawnBot({ ...env, ...settings, PORT: `${port}`, HELD_TO }, { finished, first: GUARD })
    await bot.waitUntilReady()
    const weights = async () => (await readFile(HELD_TO, 'utf8').catch(() => '')).split('\n')
    /** How many megabytes it holds. */
    async function weigh(): Promise<number> {
      const next = (await weights()).length - 1
      bot.kill('SIGUSR2')
      const weight = await eventually(async () => (await weights())[next] || undefined, 'a weight')
      return Number(weight.split(' ')[1]) / 1_024 ** 2
    }
    return { name, bot, port, weigh }
  }
  const byHttp = await start('HTTP', { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: slack.signingSecret })
  const bots = [byHttp, await start('Socket Mode')]
  const isOver = () => faults.size >= MOST_FAULTS || bots.some(({ bot }) => bot.hasEnded())

  /** What is wrong with how it was taken, if anything is. */
  async function give(input: Input): Promise<string | undefined> {
    if (input.way === 'settings') {
      const { projects = '', env } = input
      await writeFile(projectsFile, projects)
      const report = reportOf({ ...env, ...(projects && { PROJECTS_FILE: projectsFile }) })
      return report.includes('canary') ? 'quoted in the report' : undefined
    }
    if (input.way === 'http') {
      const status = await sendRequest(byHttp.port, slack.signingSecret, input)
      if (input.signature !== 'right')
        return status === undefined || status >= 400 ? undefined : `answered with ${status}`
      return input.isWhole && status === undefined ? 'not answered' : undefined
    }
    if (input.way === 'answer') return undefined
    const [socket, id, endsAt] = [peer.newest(), input.id, performance.now() + WITHIN_MS]
    if (id) peer.acknowledged.delete(id)
    socket?.send(Buffer.from(input.sent, 'base64'), { binary: false })
    do await sleep(SPACE_MS)
    while (id && socket?.readyState === socket?.OPEN && !peer.acknowledged.has(id) && performance.now() < endsAt)
    return undefined
  }

  /** What comes late, perhaps because others use the machine, is given again at the end, when there is less to do. */
  async function check(input: Input, late?: Input[]): Promise<void> {
    begin(input)
    const startedAt = performance.now()
    const wrong = await give(input).catch(error => String(error))
    const ms = Math.round(performance.now() - startedAt)
    if (ms >= WITHIN_MS && late) late.push(input)
    else if (ms >= WITHIN_MS || wrong) fail(`${input.way}: ${wrong ?? 'late'} after ${ms} ms`, [input])
  }

  async function checkUntil(total: number): Promise<number[]> {
    const checkMore = async () => {
      while (inputs && given() < total && !isOver()) await check(inputs.next(), late)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, checkMore))
    return isOver() ? [] : Promise.all(bots.map(({ weigh }) => weigh()))
  }

  async function work(): Promise<void> {
    const user = slack.addPerson({ name: 'Last' }).id
    const channel = slack.addChannel({ name: 'last', members: [user] }).id
    await slack.command({ user, channel, text: 'job_last go on' })
    const isTold = () => slack.messages(channel).some(({ text }) => text.includes('finished'))
    await slack.waitFor(isTold, 'its result', LAST_WITHIN_MS)
    await eventually(() => give(LAST).then(() => peer.acknowledged.has(LAST.id)), 'an acknowledgement')
  }

  slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${byHttp.port}/slack/events` })
  // People try again where a slow machine is too late for them.
  const day = await pRetry(() => recordCorpus(office), { retries: 5 })
  const recorded = JSON.stringify(day).replaceAll(new URL(slack.apiUrl).origin, peer.url)
  if (replay) await check(replay)
  else inputs = createInputs(chance, JSON.parse(recorded))
  using _progress = sayProgress(() => JSON.stringify(counts))
  const [early, later] = [await checkUntil(count / 3), await checkUntil(count)]
  inputs = undefined
  for (let left = MOST_TRIES; left > 0; left--)
    for (const input of late.splice(0)) await check(input, left > 1 ? late : undefined)
  if (later.some((mb, at) => mb > (early[at] ?? 0) + MOST_GROWTH_MB)) fail(`memory: ${early} MB, ${later} MB`, [])
  const ended = bots.map(({ bot }) => bot.exited)
  await Promise.race([work(), ...ended]).catch(error => fail(`An ordinary follow-up does not end: ${error}`))

  const secrets = [slack.botToken, slack.appToken, slack.signingSecret, agent.apiKey, GITHUB_TOKEN, CANARY]
  for (const { name, bot } of bots) {
    if (bot.hasEnded()) fail(`${name}: the bot has ended`)
    for (const line of bot.output().split('\n').filter(Boolean)) {
      if (!logLine.safeParse(fromJson(line)).success) fail(`${name}: ${line.replace(TIME, '')}`)
      if (secrets.some(secret => line.includes(secret)))
        fail(`${name} logs what is secret: ${line.replace(TIME, '')}`, [])
    }
  }
  for (const { name } of await runSql(server.url, TABLES)) {
    const forged = await runSql(server.url, `select t::text as row from ${name} t where t::text like '%${FORGED}%'`)
    if (forged[0]) fail(`Stored, and nobody signed it, in ${name}: ${forged[0].row}`, [])
  }
  return later
}

const startedAt = performance.now()
const held = (await runAndClose(opened, run)).map(mb => `${Math.round(mb)} MB`).join(' and ')
const seconds = Math.round((performance.now() - startedAt) / 1_000)
const { http, socket, settings, answer } = counts
const inputs = `${http} requests, ${socket} envelopes, ${answer} answers, ${settings} settings`
process.stdout.write(`seed ${seed}: ${inputs}: ${faults.size} faults; the bots hold ${held} (${seconds} s)\n`)
// Once more without the lines that replay them: npm run prove keeps only the end.
for (const what of faults) process.stdout.write(`${what.slice(0, FAULT_CHARACTERS)}\n`)
process.exitCode = faults.size === 0 ? 0 : 1
