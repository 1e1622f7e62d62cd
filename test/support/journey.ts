import { onTestFinished } from 'vitest'
import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { createApp, type RunningApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { asShown } from './as-shown.ts'
import { type Allowed, findLeaks, type LogLine } from './find-leaks.ts'
import { createWorld, type WorldOptions } from './journey-world.ts'
import { openOffice } from './office.ts'
import { passTime } from './pass-time.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

type Said = Awaited<ReturnType<StandInSlack['say']>>
type Pressed = { on?: string; by?: string; channel?: string; value?: string; inChannel?: boolean }

export type Journey = {
  slack: StandInSlack
  agent: StandInAgent
  database: TestDatabase['database']
  log: LogLine[]
  channel: string
  ana: string
  ben: string
  now(): number
  /** Lets the app do everything that is due now. */
  runDue(): Promise<void>
  /** Lets time pass, and the app do everything that falls due meanwhile. */
  advance(ms: number): Promise<void>
  /** Lets time pass while the app does nothing, then do what is due: a long wait for the price of a short one. */
  sleep(ms: number): Promise<void>
  /** Lets time pass while the app does nothing at all. */
  pass(ms: number): Promise<void>
  /** With other settings, if given. */
  restart(env?: Record<string, string>): Promise<void>
  /** What a working app does every minute. */
  upkeep(): Promise<void>
  /** The timestamp of the newest card, once there is one. */
  cardTs(): string
  /** Ana types a command in #docs; returns the answer she is shown, which is nothing for one that was taken. */
  command(text: string, options?: { by?: string; channel?: string; escape?: boolean }): Promise<string>
  /** Ben writes in the thread of the newest card. */
  reply(text: string, options?: { by?: string; files?: number; to?: string; broadcast?: boolean }): Promise<Said>
  /** Ana presses a button of the newest card, or of the message named. */
  press(actionId: string, pressed?: Pressed): Promise<void>
  /** The same, with the private answer. */
  pressAndHear(actionId: string, pressed?: Pressed): Promise<string>
  /** The newest card as people see it. */
  card(): string
  /** What is under the newest card (or another), a line for each message: who, what, and its reactions. */
  thread(ts?: string): string[]
  /** Everything somebody was told privately, oldest first. */
  told(user?: string): string[]
  /** The timestamp of the bot's newest message whose text contains these words. */
  find(words: string): string
  /** Requests that reached the agent service. */
  posts(): number
  looks(): number
}

export type JourneyOptions = Allowed &
  WorldOptions & {
    env?: Record<string, string>
    hourlyLimit?: number
    retryAfterOn429?: boolean
    startAt?: number
    /** Slack reaches the bot over HTTP instead of Socket Mode. */
    overHttp?: boolean
    /** The Enterprise Grid organisation that the workspace is part of. */
    enterpriseId?: string
    /** Nobody has ever written to an agent before. */
    areNew?: boolean
    /** Scopes of the bot token; all by default. */
    botScopes?: string[]
  }

const START = Date.UTC(2026, 10, 20, 14, 0, 0)

const SIGNS: Record<string, string> = {
  eyes: '👀',
  incoming_envelope: '📨',
  double_vertical_bar: '⏸',
  alarm_clock: '⏰',
  timer_clock: '⏲️',
  white_check_mark: '✅',
  x: '❌',
  warning: '⚠️',
  no_bell: '🔕'
}

/** The whole app against both stand-ins, on a clock that only the test moves. Anything left behind fails the test. */
export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const {
    env = {},
    hourlyLimit = 100,
    retryAfterOn429 = false,
    startAt = START,
    overHttp = false,
    enterpriseId,
    botScopes
  } = options
  const clock = new TestClock(startAt)
  const { url, database } = await createTestDatabase()
  const office = await openOffice({
    slack: { clock, ...(enterpriseId && { enterpriseId }), ...(botScopes && { botScopes }) },
    agent: { clock, hourlyLimit, retryAfterOn429 }
  })
  const { slack, agent, channel, ana, ben } = office
  const settings = {
    ...office.env,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    AGENT_HOURLY_LIMIT: String(hourlyLimit),
    DATABASE_URL: url,
    ...(overHttp ? { SLACK_TRANSPORT: 'http' } : { PORT: '0' }),
    ...env
  }
  if (overHttp) slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${settings.PORT}/slack/events` })
  const log: LogLine[] = []
  let projectId = settings.AGENT_PROJECT_ID
  const start = (changed: Record<string, string> = {}) => {
    const config = parseConfig({ ...settings, ...changed })
    projectId = config.agent.projectId
    return createApp(config, createWorld(clock, config, log, options), { databaseUrl: url, work: false })
  }
  let app: RunningApp = await start()
  const stop = async () => {
    // What Slack is delivering right now would be cut off, which is another story.
    await slack.deliveriesDone()
    await app.stop()
  }
  onTestFinished(async () => {
    await stop()
    const secrets = [agent.apiKey, slack.botToken, slack.appToken, slack.signingSecret]
    if (env.GITHUB_TOKEN) secrets.push(env.GITHUB_TOKEN)
    const leaks = await findLeaks({ slack, agent, database, log, secrets }, options)
    if (leaks.length > 0) throw new Error(`${leaks.join('\n')}\n${slack.inventory()}`)
  })

  const runDue = () => app.runUntilIdle()

  const fromBot = () => slack.messages(channel).filter(message => message.user === slack.botUserId)

  function newest(what: string, isIt: (message: Said) => boolean): string {
    const message = fromBot().findLast(isIt)
    if (message === undefined) throw new Error(`There is no ${what}:\n${slack.inventory()}`)
    return message.ts
  }

  function told(user = ana): string[] {
    return slack.ephemerals(undefined, user).map(asShown)
  }

  function threadLine({ ts, user, subtype, ...message }: Said): string {
    const who = user === slack.botUserId ? 'bot' : user === ana ? 'Ana' : user === ben ? 'Ben' : user
    const where = subtype === 'thread_broadcast' ? ', also in #docs' : ''
    const signs = slack.reactions(channel, ts).map(({ name }) => ` ${SIGNS[name] ?? name}`)
    return `${who}${where}: ${asShown(message)}${signs.join('')}`
  }

  /** What somebody is told after so many private answers. */
  const hear = (user: string, before: number) => slack.waitFor(() => told(user)[before], 'a private answer', 5_000)

  async function isStored(triggerId: string): Promise<boolean> {
    const rows = await database.query('select from followup.delivery where key = $1', [`command:${triggerId}`])
    return rows.length > 0
  }

  async function press(actionId: string, { on = cardTs(), by = ana, ...where }: Pressed = {}): Promise<void> {
    await slack.press({ user: by, channel, messageTs: on, actionId, ...where })
  }

  const cardTs = () => newest('card', message => message.thread_ts === undefined || message.thread_ts === message.ts)

  return {
    slack,
    agent,
    database,
    log,
    channel,
    ana,
    ben,
    now: () => clock.now(),
    runDue,
    advance: ms => passTime({ clock, database, projectId, runDue }, ms),
    async sleep(ms) {
      await clock.setTime(clock.now() + ms)
      await runDue()
    },
    pass: ms => clock.setTime(clock.now() + ms),
    upkeep: () => app.upkeep(),
    async restart(changed) {
      await stop()
      app = await start(changed)
    },
    cardTs,
    async command(text, { by = ana, ...where } = {}) {
      const before = told(by).length
      const { reply, triggerId } = await slack.command({ user: by, channel, text, ...where })
      if (reply) return asShown(reply)
      return (await isStored(triggerId)) ? '' : hear(by, before)
    },
    reply: (text, { by = ben, files = 0, to = cardTs(), broadcast = false } = {}) =>
      slack.say({
        user: by,
        channel,
        text,
        threadTs: to,
        broadcast,
        files: Array.from({ length: files }, (_, at) => ({ name: `picture-${at + 1}.png` }))
      }),
    press,
    async pressAndHear(actionId, pressed = {}) {
      const by = pressed.by ?? ana
      const before = told(by)
      await press(actionId, pressed)
      // A private message with a button is replaced by its answer.
      const answer = () => told(by).find((words, at) => words !== before[at])
      return slack.waitFor(answer, 'a private answer', 5_000)
    },
    card: () => asShown(slack.message(channel, cardTs()) ?? { text: '' }),
    thread: (ts = cardTs()) => slack.thread(channel, ts).slice(1).map(threadLine),
    told,
    find: words => newest(`message with '${words}'`, message => asShown(message).includes(words)),
    posts: () => agent.requests({ asked: 'send' }).length,
    looks: () => agent.requests({ asked: 'read' }).length
  }
}
