import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'
import { seenText } from './slack-text.ts'

/** The text as Slack writes it in commands: mentions of people and channels carry their names. */
export type NameMentions = (text: string) => Promise<string>

export type Names = {
  nameMentions: NameMentions
  /** For texts that belong together: of all of them, no more names are asked for than of one. */
  together(): NameMentions
}

type Directory = Pick<SlackClient, 'userInfo' | 'channelInfo'>

const REMEMBER_MS = 10 * 60_000
const MOST_REMEMBERED = 5_000
const MOST_ASKED = 20
// Slack answers few questions a minute: some are left for finding out who may use the bot.
const MOST_A_MINUTE = 40
const MINUTE_MS = 60_000

const NAMELESS = /<([@#])([A-Z0-9]+)\|?>/g

const user = z.object({
  user: z
    .object({
      name: z.string().default(''),
      real_name: z.string().default(''),
      profile: z.object({ display_name: z.string().default('') }).optional()
    })
    .transform(({ profile, real_name, name }) => profile?.display_name || real_name || name)
})
const channel = z.object({ channel: z.object({ name: z.string() }) })

/** Slack puts names into commands but not into messages. What it does not tell in time keeps its id. */
export function createNames(slack: Directory, now: () => number): Names {
  // Those that Slack is being asked for as well, and for a minute those that it did not tell.
  const remembered = new Map<string, { name: Promise<string>; untilMs: number }>()
  let askedAtMs: number[] = []

  function mayAsk(): boolean {
    askedAtMs = askedAtMs.filter(ms => ms > now() - MINUTE_MS)
    return askedAtMs.length < MOST_A_MINUTE
  }

  async function ask(sign: string, id: string): Promise<string> {
    const name =
      sign === '@' ? user.parse(await slack.userInfo(id)).user : channel.parse(await slack.channelInfo(id)).channel.name
    return seenText(name)
      .replace(/[<>|\s]+/g, ' ')
      .trim()
  }

  function askAndRemember(sign: string, id: string): Promise<string> {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    askedAtMs.push(now())
    const asked = { name: ask(sign, id).catch(() => ''), untilMs: now() + REMEMBER_MS }
    remembered.set(id, asked)
    return asked.name.then(name => {
      if (name === '') asked.untilMs = now() + MINUTE_MS
      return name
    })
  }

  function together(): NameMentions {
    let left = MOST_ASKED

    async function nameOf(sign: string, id: string): Promise<string> {
      const known = remembered.get(id)
      if (known && known.untilMs > now()) return known.name
      if (left === 0 || !mayAsk()) return ''
      left--
      return askAndRemember(sign, id)
    }

    return async text => {
      const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
      const named = await Promise.all([...mentioned].map(async ([id, sign]) => [id, await nameOf(sign, id)] as const))
      const names = new Map(named)
      return text.replace(NAMELESS, (mention, sign: string, id: string) => {
        const name = names.get(id)
        return name ? `<${sign}${id}|${name}>` : mention
      })
    }
  }

  return { together, nameMentions: text => together()(text) }
}
