import { createAllowance } from '../http/pace.ts'
import { type Channels, createChannels } from './channels.ts'
import { createMembers, createPeople, type People } from './people.ts'
import type { SlackClient } from './slack-client.ts'
import { visibleText } from './slack-text.ts'

type Slack = Pick<SlackClient, 'userInfo' | 'channelInfo' | 'channelMembers'>

export type Lookups = ReturnType<typeof createLookups>

/** What Slack says of people and channels when it is asked. */
export function createLookups(slack: Slack, teamId: string, now: () => number) {
  const people = createPeople(slack, teamId, now)
  const channels = createChannels(slack, now)
  const members = createMembers(slack, now)
  return { people, channels, members, nameMentions: createNames(people, channels, now) }
}

// Slack answers few questions a minute: some are left for finding out who may use the bot.
const ASK_EVERY_MS = 1_500
const SAVED_MS = 30_000

const NAMELESS = /<([@#])([A-Z0-9]+)\|?>/g

/** Slack puts names into commands but not into messages. */
function createNames(people: People, channels: Channels, now: () => number) {
  const questions = createAllowance(() => ASK_EVERY_MS, now, SAVED_MS)

  async function nameOf(sign: string, id: string, channelId: string): Promise<string> {
    const directory = sign === '@' ? people : channels
    if (!directory.isKnown(id) && !questions.take()) return ''
    const asked = sign === '@' ? people.nameOf(id) : channels.nameIn(channelId, id)
    const name = await asked.catch(() => '')
    return visibleText(name)
      .replace(/[<>|\s]+/g, ' ')
      .trim()
  }

  return async (text: string, channelId: string): Promise<string> => {
    const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
    const named = await Promise.all(
      [...mentioned].map(async ([id, sign]) => [id, await nameOf(sign, id, channelId)] as const)
    )
    const nameById = new Map(named)
    return text.replace(NAMELESS, (mention, sign: string, id: string) => {
      const name = nameById.get(id)
      return name ? `<${sign}${id}|${name}>` : mention
    })
  }
}
