import type { Notes, Written } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { type createWriting, NO_TIME } from './what-people-write.ts'
import { pickPhrase } from './words-for-when.ts'

const IN_THREAD_SHARE = 0.6
const DELETED_SHARE = 0.2
const READ_AFTER_MS: [number, number] = [5_000, 600_000]
/** The bot keeps what it gave back for a day. */
const WITHIN_MS = 20 * 3_600_000

type Writing = Pick<ReturnType<typeof createWriting>, 'say' | 'goesOut' | 'threads' | 'mention'>

/** Messages that say no time, and what becomes of them. */
export function createPuttingRight(
  { slack, channels, people, now, advance }: SimulatedTeam,
  chance: Chance,
  notes: Notes,
  jobs: string[],
  { say, goesOut, threads, mention }: Writing
) {
  /** With a mention, so that it is for the agent in every thread. */
  async function nameOnlyADay(): Promise<void> {
    const [by, goes] = [chance.pick(people), 'back to its author' as const]
    const known = threads()
    if (known.length > 0 && chance.happens(IN_THREAD_SHARE))
      return say({ by, goes, ...chance.pick(known), lead: mention })
    const [channel, jobId] = [chance.pick(channels), chance.pick(jobs)]
    const lead = `${jobId} `
    await say({ by, goes, channel, jobId, lead: `${mention}${lead}` })
  }

  const findGivenBack = () =>
    notes.written.find(each => isOpen(each) && now() - each.atMs < WITHIN_MS && wasGivenBack(slack, each))

  /** Whoever has read that something is missing edits the message, as if they wrote it now, or deletes it. */
  async function putRight(): Promise<void> {
    if (findGivenBack() === undefined) {
      await nameOnlyADay()
      await advance(chance.between(...READ_AFTER_MS))
    }
    const back = findGivenBack()
    if (back?.message === undefined) return
    const { by, channel, jobId, message } = back
    const atMs = now()
    if (chance.happens(DELETED_SHARE)) {
      back.deletedAtMs = atMs
      return void (await slack.remove({ channel, messageTs: message.ts }))
    }
    back.editedAtMs = atMs
    const [prompt, phrase] = [`reply ${notes.next()}`, pickPhrase(chance, atMs)]
    const text = `${message.lead}${phrase}${prompt}`
    await slack.edit({ user: by, channel, messageTs: message.ts, text })
    const right = { prompt, by, channel, jobId, atMs, message: { ...message, phrase }, insteadOf: back }
    notes.written.push({ ...right, goes: 'to the agent', ...goesOut(phrase, { by, atMs }) })
  }

  return { nameOnlyADay, putRight }
}

export const isBack = ({ goes }: Pick<Written, 'goes'>) => goes === 'back to its author'

/** Nobody has done anything about it yet. */
export const isOpen = (written: Written) => isBack(written) && !written.deletedAtMs && !written.editedAtMs

/** Its author was told, in its words. */
export function wasGivenBack(slack: SimulatedTeam['slack'], { by, prompt }: Written): boolean {
  const words = `${NO_TIME}${prompt}`
  const lines = slack.ephemerals(undefined, by).flatMap(({ text }) => text.split('\n'))
  return lines.some(line => line.startsWith('>') && line.endsWith(words))
}
