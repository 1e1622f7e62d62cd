import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { visibleText } from './slack-text.ts'

/** The text as Slack writes it in commands: mentions of people and channels carry their names. */
export type NameMentions = (text: string) => Promise<string>

/** A private channel is named only in what was said there: elsewhere, people may read it who are not in it. */
export type Names = {
  nameMentions(text: string, channelId: string): Promise<string>
  /** For texts of one channel that belong together: of all of them, no more names are asked for than of one. */
  together(channelId: string): NameMentions
}

type Directory = Pick<SlackClient, 'userInfo' | 'channelInfo'>

const REMEMBER_MS = 10 * 60_000
const MOST_ASKED = 20
// Slack answers few questions a minute: some are left for finding out who may use the bot.
const MOST_A_MINUTE = 40
const MINUTE_MS = 60_000

type Name = { name: string; isPrivate: boolean }

const NOT_TOLD: Name = { name: '', isPrivate: false }

const NAMELESS = /<([@#])([A-Z0-9]+)\|?>/g

const user = z.object({
  user: z
    .object({
      name: z.string().default(''),
      real_name: z.string().default(''),
      profile: z.object({ display_name: z.string().default('') }).optional()
    })
    .transform(({ profile, real_name, name }) => ({
      name: profile?.display_name || real_name || name,
      isPrivate: false
    }))
})
// What Slack leaves out counts as private.
const channel = z.object({
  channel: z
    .object({ name: z.string(), is_private: z.boolean().default(true) })
    .transform(({ name, is_private: isPrivate }) => ({ name, isPrivate }))
})

/** Slack puts names into commands but not into messages. What it does not tell in time keeps its id. */
export function createNames(slack: Directory, now: () => number): Names {
  const names = createMemory<Name>(now, ({ name }) => (name === '' ? MINUTE_MS : REMEMBER_MS))
  let askedAtMs: number[] = []

  function mayAsk(): boolean {
    askedAtMs = askedAtMs.filter(ms => ms > now() - MINUTE_MS)
    return askedAtMs.length < MOST_A_MINUTE
  }

  async function ask(sign: string, id: string): Promise<Name> {
    const { name, isPrivate } =
      sign === '@' ? user.parse(await slack.userInfo(id)).user : channel.parse(await slack.channelInfo(id)).channel
    const words = visibleText(name).replace(/[<>|\s]+/g, ' ')
    return { name: words.trim(), isPrivate }
  }

  function together(channelId: string): NameMentions {
    let left = MOST_ASKED

    async function find(sign: string, id: string): Promise<Name> {
      const known = names.known(id)
      if (known !== undefined) return known
      if (left === 0 || !mayAsk()) return NOT_TOLD
      left--
      askedAtMs.push(now())
      return names.keep(
        id,
        ask(sign, id).catch(() => NOT_TOLD)
      )
    }

    async function nameOf(sign: string, id: string): Promise<string> {
      const { name, isPrivate } = await find(sign, id)
      return isPrivate && id !== channelId ? '' : name
    }

    return async text => {
      const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
      const named = await Promise.all([...mentioned].map(async ([id, sign]) => [id, await nameOf(sign, id)] as const))
      const nameById = new Map(named)
      return text.replace(NAMELESS, (mention, sign: string, id: string) => {
        const name = nameById.get(id)
        return name ? `<${sign}${id}|${name}>` : mention
      })
    }
  }

  return { together, nameMentions: (text, channelId) => together(channelId)(text) }
}
