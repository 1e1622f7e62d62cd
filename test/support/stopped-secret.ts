import { expect } from 'vitest'
import { dumpTables } from './find-leaks.ts'
import type { JourneyOptions } from './journey.ts'
import { type Journey, startWatching } from './journey.ts'
import { makeCanary } from './secret-canaries.ts'

export const CANARY = makeCanary('a GitHub token')

const IN_CHANNEL = '*Delete your message and revoke it: it stands in this channel.*'
const IN_PRIVATE = '*Revoke it if anybody else may have seen it.*'

export const STOPPED = `${IN_CHANNEL}\nNot sent: line 2 looks like a GitHub token.\n[Open the form]`

/** What somebody reads who typed it in a command. */
export const asTyped = (told: string) => told.replace(`${IN_CHANNEL}\n`, '').replace('.\n', `. ${IN_PRIVATE}\n`)

/** The same about the bot's own secrets. */
export const OWN_STOPPED = `${IN_CHANNEL}\nNot sent: this holds one of my own secrets.\n[Open the form]`

export type Way = (journey: Journey) => Promise<unknown>

export async function stopped(way: Way, options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  await way(journey)
  await journey.advance(2_000)
  return journey
}

export const WORDS = `deploy it\nwith ${CANARY}`

export const BOT = '<@U0AGENTBOT>'

/** Every way for Ben to say these words. */
export const waysToSay = (words: string): Record<string, Way> => ({
  'the command': ({ command, ben }) => command(`job_8f2 ${words}`, { by: ben }),
  'a command without a job': ({ command, ben }) => command(`please ${words}`, { by: ben }),
  'a reply in a thread': ({ reply }) => reply(words),
  'a mention': ({ slack, ben: user, channel }) => slack.say({ user, channel, text: `${BOT} job_8f2 ${words}` }),
  'a mention without a job': ({ slack, ben: user, channel }) =>
    slack.say({ user, channel, text: `${BOT} please ${words}` }),
  'a direct message': ({ slack, ben: user }) =>
    slack.say({ user, channel: slack.directChannel(user).id, text: `job_8f2 ${words}` })
})

export const EVERY_WAY = Object.entries(waysToSay(WORDS))

/** Nothing but what Ana sent in the beginning. */
export async function expectNothingLeft({ database, log, later, thread }: Journey): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(JSON.stringify(log)).not.toContain(CANARY)
  expect(later()).toEqual([])
  expect(thread().join('\n')).not.toMatch(/[👀📨❌]/u)
}
