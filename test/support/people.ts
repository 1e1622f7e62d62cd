import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import type { GivenFile } from '../../sandbox/slack/file-store.ts'
import type { Forwarded } from '../../sandbox/slack/message-actions.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { asShown } from './as-shown.ts'
import { createFormUser } from './form.ts'

type Office = { slack: StandInSlack; agent: StandInAgent; channel: string; ana: string; ben: string }
type App = {
  runDue(): Promise<void>
  advance(ms: number): Promise<void>
  isStored(triggerId: string): Promise<boolean>
}

type Said = Awaited<ReturnType<StandInSlack['say']>>
type Where = { by?: string; channel?: string }
type Writing = Where & {
  to?: string | undefined
  files?: number | GivenFile[]
  broadcast?: boolean
  forwarded?: Forwarded
}
type Pressed = { on?: string; by?: string; channel?: string; value?: string; inChannel?: boolean }

export type People = ReturnType<typeof createPeople>

/** Until the bot has read a message, waited for earlier ones, sent it and marked it. */
const SETTLED_MS = 3_000
const PATIENCE_MS = 5_000

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

/** The help is always there, at the end of a home. */
const HELP = '\n*Steer an agent job from here.*'

/** What Ana, Ben and others do in Slack and see there. What is not said: Ana types and presses, Ben writes, all in #docs. */
export function createPeople(office: Office, { runDue, advance, isStored }: App) {
  const { slack, agent, channel, ana, ben } = office
  const bot = `<@${slack.botUserId}>`

  const own = (user: string) => slack.directChannel(user).id
  const fromBot = (where: string) => slack.messages(where).filter(({ user }) => user === slack.botUserId)

  function newest(what: string, isIt: (message: Said) => boolean): string {
    const message = fromBot(channel).findLast(isIt)
    if (message === undefined) throw new Error(`There is no ${what}:\n${slack.inventory()}`)
    return message.ts
  }
  const cardTs = () => newest('card', message => message.thread_ts === undefined || message.thread_ts === message.ts)

  const told = (user = ana) => slack.ephemerals(undefined, user).map(asShown)

  const signs = (ts: string, where: string) => slack.reactions(where, ts).map(({ name }) => SIGNS[name] ?? name)

  function threadLine({ ts, user, subtype, ...message }: Said): string {
    const who = user === slack.botUserId ? 'bot' : user === ana ? 'Ana' : user === ben ? 'Ben' : user
    const where = subtype === 'thread_broadcast' ? ', also in #docs' : ''
    return [`${who}${where}: ${asShown(message)}`, ...signs(ts, channel)].join(' ')
  }

  const thread = (ts = cardTs()) => slack.thread(channel, ts).slice(1).map(threadLine)
  const sent = (jobId?: string) => agent.sends(jobId).map(({ prompt }) => prompt)

  async function command(text: string, { by = ana, ...where }: Where & { escape?: boolean } = {}): Promise<string> {
    const before = told(by).length
    const { reply, triggerId } = await slack.command({ user: by, channel, text, ...where })
    if (reply) return asShown(reply)
    if (await isStored(triggerId)) return ''
    return slack.waitFor(() => told(by)[before], 'a private answer', PATIENCE_MS)
  }

  const write = (text: string, { by = ben, channel: where = channel, to, files = 0, ...more }: Writing) =>
    slack.say({
      user: by,
      channel: where,
      text,
      ...(to !== undefined && { threadTs: to }),
      files:
        typeof files === 'number'
          ? Array.from({ length: files }, (_, at) => ({ name: `picture-${at + 1}.png` }))
          : files,
      ...more
    })

  async function settled<Done>(act: Promise<Done>): Promise<Done> {
    const done = await act
    await advance(SETTLED_MS)
    return done
  }

  async function press(actionId: string, { on = cardTs(), by = ana, ...where }: Pressed = {}): Promise<void> {
    await slack.press({ user: by, channel, messageTs: on, actionId, ...where })
  }

  const formOf = new Map<string, ReturnType<typeof createFormUser>>()
  function form(user = ana) {
    const known = formOf.get(user) ?? createFormUser({ slack, ana: user })
    formOf.set(user, known)
    return known
  }

  async function openSettings(user: string, where = channel): Promise<string[]> {
    await slack.command({ user, channel: where, text: 'settings' })
    await slack.waitFor(() => form(user).isOpen(), 'the settings', PATIENCE_MS)
    return form(user).shown()
  }

  return {
    bot,
    own,
    told,
    command,
    /** The same, and the bot gets around to it. */
    type: (text: string, options: Where & { escape?: boolean } = {}) => settled(command(text, options)),
    /** Ben writes in the thread of the newest card. */
    reply: (text: string, options: Writing = {}) => write(text, { ...options, to: options.to ?? cardTs() }),
    /** The same, and the bot gets around to it; returns its timestamp. */
    tell: async (text: string, options: Writing = {}) =>
      (await settled(write(text, { ...options, to: options.to ?? cardTs() }))).ts,
    /** Somebody writes in a channel, or in a direct message with the bot, and it gets around to that. */
    say: async (text: string, options: Writing = {}) => (await settled(write(text, options))).ts,
    mention: async (text: string, options: Writing = {}) => (await settled(write(`${bot} ${text}`, options))).ts,
    direct: (user = ana) => slack.messages(own(user)).map(({ text }) => text),
    edit: (messageTs: string, text: string, { by = ben, channel: where = channel }: Where = {}) =>
      settled(slack.edit({ user: by, channel: where, messageTs, text })),
    remove: (messageTs: string, where = channel) => settled(slack.remove({ channel: where, messageTs })),
    press,
    /** The same, with the private answer: one with a button is replaced by it. */
    async pressAndHear(actionId: string, pressed: Pressed = {}): Promise<string> {
      const by = pressed.by ?? ana
      const before = told(by)
      await press(actionId, pressed)
      const answer = () => told(by).find((words, at) => words !== before[at])
      return slack.waitFor(answer, 'a private answer', PATIENCE_MS)
    },

    /** A job that is at rest until it is told something, and then never ends on its own. */
    job: (id: string, more: Partial<NewJob> = {}) => void agent.addJob({ id, life: { ends: 'never' }, ...more }),
    /** What the agent was told, oldest first: all of it, or one job. */
    sent,
    /** All of it but the first. */
    later: () => sent().slice(1),
    posts: () => agent.requests({ asked: 'send' }).length,
    looks: () => agent.requests({ asked: 'read' }).length,

    /** The timestamp of the newest card, once there is one, and how people see it. */
    cardTs,
    card: () => asShown(slack.message(channel, cardTs()) ?? { text: '' }),
    /** What is under the newest card (or another), a line for each message: who, what, and its reactions. */
    thread,
    /** The first line of each of them. */
    lines: () => thread().map(line => line.split('\n')[0]),
    /** What the bot wrote in a channel, as people see it. */
    said: (where = channel) => fromBot(where).map(asShown),
    /** The timestamp of the bot's newest message in #docs that contains these words. */
    find: (words: string) => newest(`message with '${words}'`, message => asShown(message).includes(words)),
    marks: (ts: string, where = channel) => signs(ts, where).join(''),

    form,
    /** Somebody opens the form with the command alone, or with an id. */
    async openForm(text = '', { by = ana, channel: where = channel }: Where = {}) {
      await slack.command({ user: by, channel: where, text })
      await form(by).opened()
      return form(by)
    },
    openSettings,
    /** Opens the settings if they are not open. What is left out stays as it is. */
    async choose(user: string, values: Record<string, string>) {
      if (!form(user).isOpen()) await openSettings(user)
      const job = values['default-job']
      if (job !== undefined) await slack.suggest({ user, actionId: 'default-job', query: job === '-' ? '' : job })
      return slack.submitView({ user, values })
    },

    async openHome(user = ana): Promise<void> {
      await slack.openHome({ user })
      await runDue()
    },
    home(user = ana): string {
      const blocks = slack.homeOf(user)?.blocks
      return asShown({ text: '', blocks }).split(HELP)[0] ?? ''
    },
    async pressHome(actionId: string, { value, by = ana }: { value?: string; by?: string } = {}): Promise<void> {
      await slack.press({ user: by, viewId: slack.homeOf(by)?.id ?? '', actionId, ...(value && { value }) })
      await runDue()
    }
  }
}
