import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/seeded-random.ts'
import { aboveSent, type Expected, pickBrought, pickTalk } from '../simulation/what-people-bring.ts'
import type { Office } from '../support/office.ts'
import { openForm, sendForm } from '../support/use-form.ts'
import { createSecondThoughts, type Pressed, type Said } from './have-second-thoughts.ts'
import type { Project } from './open-projects.ts'

const MOST_WAITING = 30
const COUNT_EVERY_MS = 500
// After many kills on a slow machine, much is still to be delivered.
const DELIVERED_WITHIN_MS = 180_000
const REPLIES_SHARE = 0.5
const SAME_JOB_SHARE = 0.3
const SAID_SHARE = 0.25
const LATER_SHARE = 0.1
const SOON_SHARE = 0.08
const TIME_FIRST_SHARE = 0.5
const SOON_MS = 60_000
const SECOND_THOUGHTS_SHARE = 0.25
const DIRECT_SHARE = 0.3
const CALLED_IN_SHARE = 0.4
const FORMS_SHARE = 0.15
const SETTINGS_SHARE = 0.5
const SOON = 'in 1 min: '
const IN_A_ROW = 3
const RECENT_CARDS = 8

/** An instruction that the bot acknowledged. */
export type Written = {
  prompt: string
  jobId: string
  /** Later: it waits until its job is idle, or for a time, or can perhaps be undone. */
  kind: 'command' | 'reply' | 'later'
  writtenAtMs: number
  /** The time for which it is. */
  notBeforeMs?: number
  /** When the bot certainly had it; unknown for a reply that Slack had to deliver twice. */
  takenAtMs: number | undefined
  /** The words that its author put in their place, the latest last. */
  laterWords?: string[]
  /** When the bot certainly knew that its author wants it back. */
  deletedAtMs?: number
  /** What the agent is to get, if it is more than the words. */
  arrives?: Expected
}

export type Traffic = {
  /** People stop writing; resolves when everything they wrote has been accepted or refused. */
  stop(): Promise<void>
  acknowledged(): Written[]
  pressed(): Pressed[]
  /** How many commands were accepted and replies written so far. */
  count(): number
}

type TrafficOptions = Pick<Office, 'slack' | 'ana' | 'ben'> & {
  projects: Project[]
  chance: Chance
  /** How many instructions have not reached their jobs yet. */
  countWaiting: () => Promise<number>
  /** How long they think between two messages. */
  pauseMs?: [least: number, most: number]
}

/** People who send commands and replies, each in unique words, in many channels, several to the same job. */
export function startTraffic(options: TrafficOptions): Traffic {
  const { slack, ana, ben, projects, chance, countWaiting, pauseMs = [50, 250] } = options
  const channels = Array.from({ length: 12 }, (_, number) => {
    return slack.addChannel({ id: `C0CHAOS${number}`, name: `chaos-${number}`, members: [ana, ben] }).id
  })
  const commands: Written[] = []
  const replies: Said[] = []
  const jobIds: string[] = []
  const underWay = new Set<Promise<void>>()
  let written = 0
  let waiting = 0
  let isOn = true
  let isFillingIn = false
  const nextWords = () => `instruction ${++written}`
  const thoughts = createSecondThoughts({ slack, ana, ben, chance, channels, replies, nextWords })

  function newJob(): string {
    const id = `job_${jobIds.length + 1}`
    const life = { worksMs: 1_000, ends: 'completed', pullRequest: true }
    // Every service has a job with that name: only the project tells them apart.
    for (const { agent, repository } of projects) agent.addJob({ id, life, repository })
    jobIds.push(id)
    return id
  }

  const anyJob = () => (jobIds.length > 0 && chance.happens(SAME_JOB_SHARE) ? chance.pick(jobIds.slice(-5)) : newJob())

  async function command(): Promise<void> {
    const prompt = nextWords()
    const jobId = anyJob()
    const writtenAtMs = Date.now()
    const call = { user: ana, channel: chance.pick(channels), text: `${jobId} ${prompt}` }
    const { acknowledged, reply } = await slack.command(call)
    // A refusal in words is also an answer.
    if (acknowledged && reply === undefined)
      commands.push({ prompt, jobId, kind: 'command', writtenAtMs, takenAtMs: Date.now() })
  }

  type Place = { channel: string; threadTs?: string; above?: string }

  /** In a thread, nobody is addressed and no job named; elsewhere, what says when stands before the job's id, or after it. */
  async function reply({ above, ...place }: Place, jobId: string, { mention = '', id = '' } = {}): Promise<void> {
    const prompt = nextWords()
    const when = chance.happens(LATER_SHARE) ? 'when idle: ' : chance.happens(SOON_SHARE) ? SOON : ''
    const before = `${mention}${chance.happens(TIME_FIRST_SHARE) ? `${when}${id}` : `${id}${when}`}`
    const from = chance.pick(channels)
    const source = { text: 'seen before', author: ana, authorName: 'Ana', channel: from, channelName: nameOf(from) }
    const brought = pickBrought(chance, source, written)
    const { forwarded, files } = brought
    const message = { text: `${before}${prompt}`, ...(forwarded && { forwarded }), ...(files && { files }) }
    const arrives = { words: prompt, brought, ...(above && { above }) }
    const { ts } = await slack.say({ user: ben, ...message, ...place })
    const writtenAtMs = Number(ts) * 1_000
    const kind = when === '' && !thoughts.mayWait() ? 'reply' : 'later'
    const notBeforeMs = when === SOON ? writtenAtMs + SOON_MS : undefined
    const said = { prompt, arrives, jobId, kind, writtenAtMs, takenAtMs: Date.now() } as const
    replies.push({ ...said, ts, channel: place.channel, before, ...(notBeforeMs && { notBeforeMs }) })
  }

  /** With a mention, or in a direct message. */
  async function sayToBot(channel: string): Promise<void> {
    const jobId = anyJob()
    const id = `${jobId} `
    if (chance.happens(DIRECT_SHARE)) return reply({ channel: slack.directChannel(ben).id }, jobId, { id })
    const thread = chance.happens(CALLED_IN_SHARE) ? await talkIn(channel) : { channel }
    await reply(thread, jobId, { mention: `<@${slack.botUserId}> `, id })
  }

  /** A thread of people, in which nobody has spoken of a job yet. */
  async function talkIn(channel: string): Promise<Place> {
    const talk = pickTalk(chance, [ana, ben], () => ++written)
    const [first, ...others] = talk
    const { ts: threadTs } = await slack.say({ user: first?.by ?? ana, channel, text: first?.text ?? '' })
    for (const { by, text } of others) await slack.say({ user: by, channel, text, threadTs })
    const above = aboveSent(talk, id => (id === ana ? 'Ana' : 'Ben'))
    return { channel, threadTs, ...(above && { above }) }
  }

  const nameOf = (channel: string) => slack.channels().find(({ id }) => id === channel)?.name ?? 'chaos'

  /** Only one at a time: in Slack, too, a person has one form in front of them. */
  async function fillIn(channel: string): Promise<void> {
    const jobId = anyJob()
    if (!(await openForm({ slack, user: ana, channel, jobId }))) return
    const prompt = nextWords()
    const writtenAtMs = Date.now()
    if (await sendForm(slack, ana, { instruction: prompt }))
      commands.push({ prompt, jobId, kind: 'command', writtenAtMs, takenAtMs: Date.now() })
  }

  async function write(): Promise<void> {
    const channel = chance.pick(channels)
    if (chance.happens(SECOND_THOUGHTS_SHARE)) return thoughts.have(channel)
    if (!isFillingIn && chance.happens(FORMS_SHARE)) {
      isFillingIn = true
      const fill = chance.happens(SETTINGS_SHARE) ? thoughts.chooseUndo : fillIn
      return fill(channel).finally(() => {
        isFillingIn = false
      })
    }
    if (chance.happens(SAID_SHARE)) return sayToBot(channel)
    const cards = slack
      .messages(channel)
      .filter(({ ts, thread_ts = ts, user }) => user === slack.botUserId && thread_ts === ts)
      .slice(-RECENT_CARDS)
    if (cards.length === 0 || !chance.happens(REPLIES_SHARE)) return command()
    const card = chance.pick(cards)
    const [jobId] = card.text.match(/job_\d+/) ?? ['']
    const messages = Array.from({ length: chance.between(1, IN_A_ROW) }, () =>
      reply({ channel, threadTs: card.ts }, jobId)
    )
    await Promise.all(messages)
  }

  async function goOn(): Promise<void> {
    let countedAt = 0
    while (isOn) {
      await sleep(chance.between(...pauseMs))
      if (performance.now() - countedAt > COUNT_EVERY_MS) {
        waiting = await countWaiting().catch(() => waiting)
        countedAt = performance.now()
      }
      if (waiting > MOST_WAITING) continue
      const writing = write().finally(() => underWay.delete(writing))
      underWay.add(writing)
    }
  }
  const going = goOn()

  return {
    count: () => commands.length + replies.length,
    async stop() {
      isOn = false
      await going
      await Promise.all(underWay)
      await slack.deliveriesDone(DELIVERED_WITHIN_MS)
    },
    pressed: () => thoughts.pressed,
    acknowledged() {
      const events = slack.deliveries().filter(({ kind }) => kind === 'events_api')
      const triesOf = new Map(events.map(({ payload, state, attempts }) => [tsOf(payload.event), { state, attempts }]))
      const taken = replies.flatMap(({ ts, ...written }) => {
        const delivery = triesOf.get(ts)
        if (delivery?.state !== 'acknowledged') return []
        const atOnce = delivery.attempts[0]?.kind === 'acknowledged'
        return [{ ...written, takenAtMs: atOnce ? written.takenAtMs : undefined }]
      })
      return [...commands, ...taken]
    }
  }
}

function tsOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'ts' in event ? event.ts : undefined
}
