import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../simulation/seeded-random.ts'
import type { Office } from '../support/office.ts'

const MOST_UNSENT = 30
const REPLIES_SHARE = 0.4

export type Traffic = {
  /** People stop writing; settles when all they wrote was taken or refused. */
  stop(): Promise<void>
  /** The prompts that the bot acknowledged. */
  acknowledged(): string[]
}

/** People who command and reply, each with words that nobody used before, in many channels. */
export function startTraffic({ slack, agent, ana, ben }: Office, chance: Chance): Traffic {
  const channels = Array.from({ length: 12 }, (_, number) => {
    return slack.addChannel({ id: `C0CHAOS${number}`, name: `chaos-${number}`, members: [ana, ben] }).id
  })
  const commands = new Set<string>()
  const replies = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let written = 0
  let isOn = true

  async function command(prompt: string): Promise<void> {
    const id = `job_${written}`
    agent.addJob({ id, life: { worksMs: 1_000, ends: 'completed', pullRequest: true } })
    const { acknowledged, reply } = await slack.command({
      user: ana,
      channel: chance.pick(channels),
      text: `${id} ${prompt}`
    })
    // A refusal in words is an answer as well.
    if (acknowledged && reply?.text.startsWith('Got it')) commands.add(prompt)
  }

  async function write(): Promise<void> {
    const prompt = `instruction ${++written}`
    const channel = chance.pick(channels)
    const cards = slack
      .messages(channel)
      .filter(({ ts, thread_ts = ts, user }) => user === slack.botUserId && thread_ts === ts)
    if (cards.length === 0 || !chance.happens(REPLIES_SHARE)) return command(prompt)
    replies.add(prompt)
    await slack.say({ user: ben, channel, text: prompt, threadTs: chance.pick(cards).ts })
  }

  async function goOn(): Promise<void> {
    while (isOn) {
      await sleep(chance.between(50, 250))
      if (commands.size + replies.size - agent.sends().length > MOST_UNSENT) continue
      const writing = write().finally(() => underWay.delete(writing))
      underWay.add(writing)
    }
  }
  const going = goOn()

  return {
    async stop() {
      isOn = false
      await going
      await Promise.all(underWay)
      await slack.settled()
    },
    acknowledged() {
      const taken = slack.deliveries().filter(({ kind, state }) => kind === 'events_api' && state === 'acknowledged')
      const said = JSON.stringify(taken.map(({ payload }) => payload.event))
      return [...commands, ...[...replies].filter(prompt => said.includes(`"${prompt}"`))]
    }
  }
}
