import { once } from 'node:events'
import { createAgentClient } from './agent/agent-client.ts'
import { openLooks } from './agent/looks.ts'
import { examine } from './checks.ts'
import type { Config } from './config.ts'
import { type Clock, createDatabaseClock } from './database/clock.ts'
import { createLane } from './database/lane.ts'
import { cannotUseDatabase, type Databases, openDatabases, SCHEMA_VERSION } from './database/open-databases.ts'
import { errorWords, type Log } from './errors.ts'
import { claimDatabase } from './followups/claim-database.ts'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { PROMPT_TASKS, taskData } from './followups/followup-tasks.ts'
import { giveUpTask } from './followups/inbox/give-up-task.ts'
import { createSecretSearch } from './followups/model/find-secrets.ts'
import { canWait, giveUpPost, whenPosted } from './followups/post-outcomes.ts'
import { createCommandStore } from './followups/sending/store-commands.ts'
import { findAwaitedThread } from './followups/stores/ready-store.ts'
import { drawView } from './followups/views/show.ts'
import { registerFormListeners } from './form-listeners.ts'
import { createGithub } from './github/github.ts'
import { createHealth } from './health.ts'
import { createAgents } from './http/request.ts'
import { knowsDelivery, registerListeners } from './listeners.ts'
import { createMetrics, NO_METRICS } from './metrics.ts'
import type { Project } from './projects.ts'
import { createQueue, type Handlers, type Lend } from './queue/queue.ts'
import { findDue } from './queue/task-store.ts'
import { createRoutes } from './routes.ts'
import { createBolt, createSlackLogger, type Identity, identify, type SlackLogger } from './slack/bolt.ts'
import { connectByHttp } from './slack/connect-by-http.ts'
import { connectBySocket } from './slack/connect-by-socket.ts'
import { createPauseWatch, screenDeliveries } from './slack/deliveries.ts'
import { createDeliveryNotes, lockDeliveries } from './slack/delivery-store.ts'
import { createLookups } from './slack/lookups.ts'
import { createSlackClient } from './slack/slack-client.ts'
import { createRounds, createTaskRunners, type Retire, upkeepOf, upkeepOfProject } from './tasks.ts'

/** What a test replaces: time, randomness and the log. `wrap` sees every call that the steps make. */
export type World = {
  clock: Clock
  monotonicMs: () => number
  /** By which the process notices that it was frozen: the same, where nobody says otherwise. */
  awakeMs?: () => number
  databaseMs?: () => number
  random: () => number
  log: Log
  wrap?: (deps: FollowupDeps) => FollowupDeps
}

export type RunningApp = {
  /** One for each project. */
  lends: Lend[]
  upkeep(): Promise<void>
  stop(): Promise<void>
}

export type AppOptions = {
  databaseUrl: string
  work: boolean
  /** Aborts a start that is still under way: Slack or the database may not answer for a long time. */
  signal?: AbortSignal
  retire?: Retire
}

/** Builds every part once, wires them together, and starts to listen. A failed start leaves nothing open. */
export async function createApp(config: Config, world: World, options: AppOptions): Promise<RunningApp> {
  const { signal } = options
  signal?.throwIfAborted()
  await using opened = new AsyncDisposableStack()
  const opening = openApp(config, world, options, opened)
  // Gives up waiting when the signal says so; the work itself goes on.
  const app = await (signal ? Promise.race([opening, once(signal, 'abort').then(() => fail(signal.reason))]) : opening)
  const parts = opened.move()
  return { ...app, stop: () => parts.disposeAsync() }
}

function fail(error: unknown): never {
  throw error
}

type Start = {
  config: Config
  world: World
  options: AppOptions
  opened: AsyncDisposableStack
  logger: SlackLogger
  databases: Databases
  identity: Identity
}

async function openApp(
  config: Config,
  world: World,
  options: AppOptions,
  opened: AsyncDisposableStack
): Promise<Omit<RunningApp, 'stop'>> {
  const { databaseUrl, signal, retire, work } = options
  const logger = createSlackLogger(world.log)
  // Slack answers while the database is being opened. If that fails, the answer no longer matters.
  const identifying = identify(config.slack.botToken, config.slack.apiUrl, logger)
  identifying.catch(() => {})
  const databases = await openDatabases(databaseUrl, { log: world.log, signal }, opened)
  const start: Start = { config, world, options, opened, logger, databases, identity: await identifying }
  const clock = await openClock(start)
  const shared = await openShared(start, clock.now)
  const [first, ...others] = config.projects
  const open = (project: Project) => openProject(start, shared, project)
  const served: Served = [open(first), ...others.map(open)]
  const upkeep = [upkeepOf(databases, clock, retire), ...served.flatMap(({ upkeep }) => upkeep)]
  if (work) {
    for (const { queue, handlers } of served) await queue.work(handlers).catch(cannotUseDatabase)
    for (const round of upkeep) opened.use(createRounds(world, round))
  }
  await openSlack(start, shared, served)

  return {
    lends: served.map(({ queue, handlers }) => queue.lend(handlers)),
    async upkeep() {
      for (const { act } of upkeep) await act()
    }
  }
}

async function openClock({ databases: { database }, world: { databaseMs, monotonicMs } }: Start) {
  const sql = databaseMs ? { query: async () => [{ ms: databaseMs() }] } : database
  const clock = createDatabaseClock(sql, monotonicMs)
  await clock.measure()
  return clock
}

type Served = [ReturnType<typeof openProject>, ...ReturnType<typeof openProject>[]]
type Shared = Awaited<ReturnType<typeof openShared>>

async function openShared({ config, world, logger, databases, identity }: Start, now: () => number) {
  const { monotonicMs, random, log } = world
  const { database } = databases
  const { teamId, botUserId } = identity
  const { keys, projects } = config
  const projectIds = projects.map(({ projectId }) => projectId)
  await database.transaction(sql => claimDatabase(sql, { teamId, projectIds }, log))
  const host = config.github && createGithub({ ...config.github, keys, now, log })
  const metrics = config.metrics ? await createMetrics({ projects, database, now }) : NO_METRICS
  const slack = createSlackClient({ ...config.slack, botUserId, logger, onAnswer: metrics.slackAnswered, monotonicMs })
  return {
    database,
    host,
    slack,
    ...createLookups(slack, teamId, now),
    log,
    metrics,
    now,
    monotonicMs,
    random,
    ...config.followups,
    projectIds,
    ...identity,
    findSecrets: createSecretSearch(config)
  }
}

/** What belongs to one account on the agent service: its tasks, its looks, and the client with its key. */
function openProject({ config, world, options, opened, databases }: Start, shared: Shared, project: Project) {
  const { clock, random, log, wrap = (deps: FollowupDeps) => deps } = world
  const { now, host, metrics } = shared
  const { isPooled } = databases
  const { projectId: owner, hourlyLimit } = project
  const looks = openLooks({ ...config.agent, now, setTimeout: options.work ? clock.setTimeout.bind(clock) : undefined })
  const limits = { 'check-job': looks.limit, 'check-pull-request': host?.limit }
  const tasks = Object.keys(taskData)
  const from = { url: options.databaseUrl, database: shared.database, isPooled }
  const queue = createQueue({ ...from, clock, now, random, log, tasks, limits, owner })
  opened.defer(queue.stop)

  const agents = createAgents(config.proxy)
  const unwrapped: FollowupDeps = {
    ...shared,
    projectId: owner,
    hourlyLimit,
    enqueue: queue.enqueue,
    dropTask: queue.drop,
    agent: createAgentClient({ ...config.agent, ...project, agents, now, log, onBusy: metrics.agentWasBusy }),
    ...looks.deps
  }
  const deps = wrap(unwrapped)
  const outbox = {
    ...deps,
    draw: drawView.bind(undefined, deps.database),
    canWait,
    findThread: findAwaitedThread,
    onPosted: whenPosted.bind(undefined, deps),
    onGivenUp: giveUpPost.bind(undefined, deps)
  }
  const handlers: Handlers = {
    runners: createTaskRunners({ ...deps, outbox }),
    onBuried: (task, data) => giveUpTask(deps, task, data)
  }
  // With connections of their own: Slack waits for what they store.
  const listenerDeps = wrap({ ...unwrapped, database: databases.forListeners })
  const commandDeps = wrap({ ...unwrapped, database: databases.forCommands })
  const storeCommand = createLane(createCommandStore(commandDeps))
  const answerDeps = {
    ...listenerDeps,
    storeCommand,
    examine: () => examine({ config: { ...config, projects: [project] }, problems: [] })
  }
  return { queue, handlers, upkeep: upkeepOfProject(deps), answerDeps, project }
}

async function openSlack(
  { config, world, opened, logger, databases, identity }: Start,
  { database, now, channels, metrics, projectIds }: Shared,
  served: Served
): Promise<void> {
  const { clock, log, random } = world
  const { botToken, apiUrl, transport } = config.slack
  const connection =
    transport.kind === 'socket'
      ? connectBySocket({ appToken: transport.appToken, apiUrl, logger, timers: clock, random })
      : connectByHttp(transport.signingSecret, logger)
  async function write() {
    await lockDeliveries(database, ['ready'], now())
    const due = await findDue(database, projectIds, PROMPT_TASKS, now())
    return Math.max(0, ...[...due.values()].map(({ seconds }) => seconds))
  }
  const health = createHealth({ connection, write, schema: SCHEMA_VERSION, scrape: metrics.scrape })
  opened.defer(health.close)
  const notes = [channels.note, createDeliveryNotes(databases.database, now)]
  const routes = createRoutes(served)
  const receiver = screenDeliveries(connection.receiver, {
    team: identity,
    knows: knowsDelivery,
    note: body => notes.forEach(note => void note(body)),
    storeEvent: routes.storeEvent,
    onAcked: afterMs => metrics.took('acknowledgement', afterMs),
    log
  })
  const { botId, botUserId } = identity
  const clientOptions = { slackApiUrl: apiUrl }
  const bolt = createBolt({ receiver, token: botToken, botId, botUserId, clientOptions, logger })
  bolt.error(async ({ error }: { error: unknown }) =>
    log.error({ error: errorWords(error) }, 'A request from Slack could not be answered')
  )
  const pauses = opened.use(createPauseWatch(world.awakeMs ?? world.monotonicMs))
  registerListeners(bolt, routes, pauses)
  registerFormListeners(bolt, routes, pauses)
  await health.listen(config.port)
  opened.defer(async () => {
    health.leave()
    await bolt.stop()
  })
  await bolt.start()
}
