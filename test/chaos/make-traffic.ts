import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/seeded-random.ts'
import { aboveSent, type Expected, pickBrought, pickTalk } from '../simulation/what-people-bring.ts'
import type { Office } from '../support/office.ts'
import { openForm, sendForm } from '../support/use-form.ts'
import { createSecondThoughts, type Reply } from './have-second-thoughts.ts'
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
const SECOND_THOUGHTS_SHARE = 0.25
const DIRECT_SHARE = 0.3
const CALLED_IN_SHARE = 0.4
const FORMS_SHARE = 0.15
const SETTINGS_SHARE = 0.5
const SOON = 'in 1 min: '
const IN_A_ROW = 3
const RECENT_CARDS = 8

export type Traffic = {
  /** People stop writing; resolves when everything they wrote has been accepted or refused. */
  stop(): Promise<void>
  /** What the agent is to get for each, by its words. */
  brought(): ReadonlyMap<string, Expected>
  /** How many commands were accepted and replies written so far. */
  count(): number
}

type TrafficOptions = Pick<Office, 'slack' | 'ana' | 'ben'> & {
  projects: Project[]
  chance: Chance
  /** How many follow-ups have not reached their jobs yet. */
  countWaiting: () => Promise<number>
  /** How long they think between two messages. */
  pauseMs?: [least: number, most: number]
}

/** People who send commands and replies, each in unique words, in many channels, several to the same job. */
export function startTraffic(options: TrafficOptions): Traffic {
  const { slack, ana, ben, projects, chance, countWaiting, pauseMs = [25, 125] } = options
  const channels = Array.from({ length: 12 }, (_, number) => {
    return slack.addChannel({ id: `C0CHAOS${number}`, name: `chaos-${number}`, members: [ana, ben] }).id
  })
  const brought = new Map<string, Expected>()
  const replies: Reply[] = []
  const jobIds: string[] = []
  const underWay = new Set<Promise<void>>()
  let commands = 0
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
    await slack.command({ user: ana, channel: chance.pick(channels), text: `${anyJob()} ${nextWords()}` })
    commands += 1
  }

  type Place = { channel: string; threadTs?: string; above?: string }

  /** In a thread, nobody is addressed and no job named. */
  async function reply({ above, ...place }: Place, { mention = '', id = '' } = {}): Promise<void> {
    const prompt = nextWords()
    const when = chance.happens(LATER_SHARE) ? 'when idle: ' : chance.happens(SOON_SHARE) ? SOON : ''
    const before = `${mention}${id}${when}`
    const from = chance.pick(channels)
    const source = { text: 'seen before', author: ana, authorName: 'Ana', channel: from, channelName: nameOf(from) }
    const more = pickBrought(chance, source, written)
    const { forwarded, files } = more
    const message = { text: `${before}${prompt}`, ...(forwarded && { forwarded }), ...(files && { files }) }
    brought.set(prompt, { words: prompt, brought: more, ...(above && { above }) })
    const { ts } = await slack.say({ user: ben, ...message, ...place })
    replies.push({ prompt, ts, channel: place.channel, before, isLater: when !== '' || thoughts.mayWait() })
  }

  /** With a mention, or in a direct message. */
  async function sayToBot(channel: string): Promise<void> {
    const id = `${anyJob()} `
    if (chance.happens(DIRECT_SHARE)) return reply({ channel: slack.directChannel(ben).id }, { id })
    const thread = chance.happens(CALLED_IN_SHARE) ? await talkIn(channel) : { channel }
    await reply(thread, { mention: `<@${slack.botUserId}> `, id })
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
    if (!(await openForm({ slack, user: ana, channel, jobId: anyJob() }))) return
    await sendForm(slack, ana, { words: nextWords() })
    commands += 1
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
    const { ts: threadTs } = chance.pick(cards)
    const messages = Array.from({ length: chance.between(1, IN_A_ROW) }, () => reply({ channel, threadTs }))
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
    count: () => commands + replies.length,
    async stop() {
      isOn = false
      await going
      await Promise.all(underWay)
      await slack.deliveriesDone(DELIVERED_WITHIN_MS)
    },
    brought: () => brought
  }
}
