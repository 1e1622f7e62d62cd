import { asShown } from '../support/as-shown.ts'
import type { Journey } from '../support/journey.ts'

/** Everything that people, the agent service and a reader of the database can see of a story about job_8f2. */
export type Seen = {
  /** The state of every follow-up, oldest first. */
  states: string[]
  /** POSTs that reached the agent service. */
  posts: number
  /** The first line of each card in #docs. */
  cards: string[]
  /** What is under the newest card: the first line of each message, and its marks. */
  thread: string[]
  /** The first line of what each was told privately. */
  told: { ana: string[]; ben: string[]; others: string[] }
  /** What each was told in direct messages with the bot. */
  direct: { ana: string[]; ben: string[] }
  /** The bot's messages, anywhere. */
  messages: number
}

export const HELP = '*Steer an agent job from here.*'
export const STATUS = '*job_8f2*: *working* · example/shop on `main`'
export const WORKING = '⏳ *job_8f2* · working'
export const FINISHED = '✅ *job_8f2* · ready for review · pull request #1 (https://github.com/example/shop/pull/1)'

/** What each was told privately. Answers to what was asked at once may come in any order. */
export const toldPrivately = ({ ana = [], ben = [], others = [] }: Partial<Seen['told']>): Seen['told'] => ({
  ana: ana.toSorted(),
  ben: ben.toSorted(),
  others: others.toSorted()
})

/** Ana's follow-up has reached the agent, and nothing has happened since. */
export const WATCHED: Seen = {
  states: ['watching'],
  posts: 1,
  cards: [WORKING],
  thread: [],
  told: toldPrivately({}),
  direct: { ana: [], ben: [] },
  messages: 1
}

/** The pull request that the stand-in makes, reported to those named. */
export const result = (people: string) =>
  `bot, also in #docs: ${people}, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.`

export async function whatIsSeen({ slack, database, channel, ana, ben, thread, told, posts }: Journey): Promise<Seen> {
  const ofBot = slack.channels().flatMap(({ id }) => slack.messages(id).filter(({ user }) => user === slack.botUserId))
  const cards = ofBot.filter(({ channel: place, ts, thread_ts }) => place === channel && (thread_ts ?? ts) === ts)
  const direct = (user: string) => slack.messages(slack.directChannel(user).id).map(({ text }) => text)
  const others = slack.ephemerals().filter(({ user }) => user !== ana && user !== ben)
  return {
    states: (
      await database.query(`select case progress ->> 'reason' when 'cancelled' then 'cancelled' else coalesce(progress ->> 'how', state) end as state
      from followup.followup order by length(id), id`)
    ).map(({ state }) => String(state)),
    posts: posts(),
    cards: cards.map(asShown).map(firstLine),
    thread: cards.length === 0 ? [] : thread().map(firstLine),
    told: toldPrivately({
      ana: told(ana).map(firstLine),
      ben: told(ben).map(firstLine),
      others: others.map(asShown).map(firstLine)
    }),
    direct: { ana: direct(ana), ben: direct(ben) },
    messages: ofBot.length
  }
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''
