import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '../../../src/database/open-databases.ts'
import { adminUrl } from '../../support/admin-url.ts'
import { createDataDir } from '../../support/office.ts'
import { runSql } from '../../support/run-sql.ts'
import { databasePid } from '../../support/spawned-bot.ts'
import { type Bench, BOT, type Figure, least, most } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { type Line, openLine } from '../open-line.ts'

const PER_SECOND = 20
const WORKS_MS = 1_000

type Scene = { line: Line; dataDir: string; ms: number }

/** What happens, for as long as `ms` says or in an instant; how it recovers is measured from when this is over. */
type Trouble = { name: string; title: string; happen: (scene: Scene) => Promise<void> }

const admin = ({ line }: Scene) => adminUrl(line.databaseUrl)

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and usename = 'followup'
    and application_name <> 'stranger'`

const endServer = (signal: NodeJS.Signals) => async (scene: Scene) => {
  process.kill((await databasePid(scene.dataDir)) ?? 0, signal)
}

async function again(ms: number, everyMs: number, act: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(everyMs)) await act()
}

/** Strangers connect, begin with these words, and stay. */
async function visit(scene: Scene, count: number, words: string): Promise<() => Promise<void>> {
  const strangers = await Promise.all(
    Array.from({ length: count }, async () => {
      const stranger = openClient(admin(scene))
      await stranger.connect()
      await stranger.query(words)
      return stranger
    })
  )
  return async () => void (await Promise.all(strangers.map(stranger => stranger.end())))
}

const TROUBLES: Trouble[] = [
  { name: 'server-restart', title: 'The database server is stopped', happen: endServer('SIGINT') },
  { name: 'server-crash', title: 'The database server is killed', happen: endServer('SIGKILL') },
  {
    name: 'killed-backends',
    title: 'All connections to the database are cut twice a second',
    happen: scene => again(scene.ms, 500, () => runSql(admin(scene), TERMINATE))
  },
  {
    name: 'no-connections',
    title: 'Strangers hold all connections that the database has left, and the bot’s are cut',
    async happen(scene) {
      const strangers: ReturnType<typeof openClient>[] = []
      const connect = async () => {
        const stranger = openClient(scene.line.databaseUrl)
        await stranger.connect()
        strangers.push(stranger)
        await stranger.query(`set application_name = 'stranger'`)
      }
      const takeAll = () => again(Number.POSITIVE_INFINITY, 0, connect)
      const cutter = openClient(admin(scene))
      await cutter.connect()
      await takeAll().catch(() => {})
      await cutter.query(TERMINATE)
      await again(scene.ms, 5, () => takeAll().catch(() => {}))
      await Promise.all([cutter, ...strangers].map(stranger => stranger.end()))
    }
  },
  {
    name: 'repeated-kills',
    title: 'The bot is killed every two seconds',
    async happen({ line, ms }) {
      for (const until = performance.now() + ms; performance.now() < until; await sleep(2_000)) await line.restart()
    }
  },
  {
    name: 'idle-in-transaction',
    title: 'Five strangers stay idle in a transaction with an old snapshot',
    async happen(scene) {
      const leave = await visit(scene, 5, 'begin isolation level repeatable read; select count(*) from followup.task')
      await sleep(scene.ms)
      await leave()
    }
  },
  {
    name: 'long-readers',
    title: 'Two strangers read all tables over and over, in one long transaction each',
    async happen(scene) {
      const leave = await visit(scene, 2, 'begin isolation level repeatable read')
      const read =
        'select (select count(*) from followup.followup), (select count(*) from followup.view), pg_sleep(0.1)'
      await Promise.all([0, 1].map(() => again(scene.ms, 0, () => runSql(admin(scene), read))))
      await leave()
    }
  },
  { name: 'sustained-load', title: 'Nothing happens, but it goes on', happen: ({ ms }) => sleep(ms) },
  {
    name: 'bursts',
    title: 'Five times as many commands arrive',
    happen: async ({ line, ms }) => void (await openLoop({ act: line.give, perSecond: 4 * PER_SECOND, ms }))
  }
]

const BARS = [
  { words: 'sent meanwhile, beside before', what: 'meanwhile' },
  { words: 'sent afterwards, beside before', what: 'afterwards', reach: least(0.95) },
  { words: 'until all that waited was sent', what: 'recovery' },
  { words: 'lost', what: 'lost', reach: most(0) },
  { words: 'sent twice', what: 'sent twice', reach: most(0) },
  { words: 'maybe delivered', what: 'maybe' },
  { words: 'acknowledged', what: 'acknowledged' }
]

const UNITS = { meanwhile: '×', afterwards: '×', recovery: 's' }

/** What public comparisons of queues on PostgreSQL put them through, at a steady rate of commands. */
export const inTrouble: Figure[] = TROUBLES.map(trouble => ({
  name: trouble.name,
  title: `${trouble.title}, at ${PER_SECOND} commands a second`,
  bars: BARS,
  measure: bench => bench.interleave({ [BOT]: () => measureOnce(bench, trouble) }, UNITS)
}))

async function measureOnce(bench: Bench, { happen }: Trouble): Promise<Record<string, number>> {
  const dataDir = await createDataDir(bench.finished)
  const line = await openLine(bench, { database: { DATA_DIR: dataDir } })
  line.agent.behaviour.worksMs = WORKS_MS
  const ms = bench.durationMs(8, 2)
  let isOn = true
  const loading = openLoop({ act: line.give, perSecond: PER_SECOND, goOn: () => isOn })
  const sentMeanwhile = async (act: Promise<unknown>) => {
    const [before, since] = [line.agent.sends.length, performance.now()]
    await act
    return (1_000 * (line.agent.sends.length - before)) / (performance.now() - since)
  }
  // The first ones warm it up.
  await sleep(ms / 4)
  const before = await sentMeanwhile(sleep(ms))
  const happening = happen({ line, dataDir, ms })
  const recovery = happening.then(() => untilSent(line))
  const meanwhile = await sentMeanwhile(Promise.all([happening, sleep(ms)]))
  const recoveredMs = await recovery
  const afterwards = await sentMeanwhile(sleep(ms))
  isOn = false
  await loading
  await line.settle()
  await line.kill()
  return {
    meanwhile: meanwhile / before,
    afterwards: afterwards / before,
    recovery: recoveredMs / 1_000,
    lost: line.lost(),
    'sent twice': line.sentTwice(),
    maybe: line.doubts.size,
    acknowledged: line.takenAtMs.size
  }
}

/** How long it takes until all that were acknowledged by now are sent, or told to be in doubt. */
async function untilSent({ agent, takenAtMs, doubts }: Line): Promise<number> {
  const since = performance.now()
  const waiting = new Set(takenAtMs.keys())
  while (waiting.size > 0 && performance.now() - since < 60_000) {
    for (const { jobId } of agent.sends) waiting.delete(jobId)
    for (const jobId of doubts) waiting.delete(jobId)
    await sleep(20)
  }
  return performance.now() - since
}
