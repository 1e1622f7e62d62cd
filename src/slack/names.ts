import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'

export type Names = {
  /** The text as Slack writes it in commands: mentions of people and channels carry their names. */
  nameMentions(text: string): Promise<string>
}

type Directory = Pick<SlackClient, 'userInfo' | 'channelInfo'>

const REMEMBER_MS = 10 * 60_000
const MOST_REMEMBERED = 5_000
const MOST_ASKED = 20

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
  const remembered = new Map<string, { name: string; untilMs: number }>()

  async function ask(sign: string, id: string): Promise<string> {
    const name =
      sign === '@' ? user.parse(await slack.userInfo(id)).user : channel.parse(await slack.channelInfo(id)).channel.name
    return name.replace(/[<>|\s]+/g, ' ').trim()
  }

  async function nameOf(sign: string, id: string): Promise<string> {
    const known = remembered.get(id)
    if (known && known.untilMs > now()) return known.name
    const name = await ask(sign, id).catch(() => '')
    if (name === '') return ''
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(id, { name, untilMs: now() + REMEMBER_MS })
    return name
  }

  return {
    async nameMentions(text) {
      const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
      const asked = [...mentioned].slice(0, MOST_ASKED)
      const named = await Promise.all(asked.map(async ([id, sign]) => [id, await nameOf(sign, id)] as const))
      const names = new Map(named)
      return text.replace(NAMELESS, (mention, sign: string, id: string) => {
        const name = names.get(id)
        return name ? `<${sign}${id}|${name}>` : mention
      })
    }
  }
}
