import { z } from 'zod'
import { flag } from './api-method.ts'
import { composeContent, contentParams, refuseEmpty } from './compose-content.ts'
import type { MessageBoard } from './message-board.ts'
import { newId } from './slack-ids.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { Channel, Ephemeral, SlackMessage } from './slack-types.ts'
import { BOT, type SlackWorld, TEAM } from './slack-world.ts'

const MOST_USES = 5
const LIVES_MS = 30 * 60_000

/** Where an answer goes: who acted, in which channel, and on which message if there was one. */
export type ResponseTarget = {
  channel: Channel
  user: string
  source?: { ts: string; ephemeral: boolean }
}
export type Shown = { ephemeral?: Ephemeral; message?: SlackMessage }

const answerSchema = z.object({
  ...contentParams,
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag.default(false),
  delete_original: flag.default(false),
  thread_ts: z.string().optional()
})

export type ResponseUrls = ReturnType<typeof createResponseUrls>

export function createResponseUrls(world: SlackWorld, board: MessageBoard, baseUrl: string) {
  const issued = new Map<string, { target: ResponseTarget; atMs: number; uses: number }>()

  /** Shows what the app answers to a person, in an acknowledgement or through a response_url. */
  function show(target: ResponseTarget, raw: unknown): Shown {
    const parsed = answerSchema.safeParse(typeof raw === 'string' ? { text: raw } : raw)
    if (!parsed.success) throw new SlackRefusal('invalid_payload')
    const answer = parsed.data
    if (answer.delete_original) return removeOriginal(target)
    const content = composeContent(answer)
    refuseEmpty(content)
    if (answer.replace_original && target.source) return replaceOriginal(target, content)
    const thread_ts = answer.thread_ts
    if (answer.response_type === 'in_channel') {
      const author = { user: BOT.userId, bot_id: BOT.botId, app_id: BOT.appId, team: TEAM.id }
      return { message: board.post(target.channel, { ...author, ...content, thread_ts }).message }
    }
    const place = { channel: target.channel.id, user: target.user, ts: world.nextTs(), thread_ts }
    const ephemeral: Ephemeral = { ...place, ...content, from: 'app' }
    world.ephemerals.push(ephemeral)
    world.changed()
    return { ephemeral }
  }

  function original({ channel, source }: ResponseTarget): Shown {
    if (!source) return {}
    if (!source.ephemeral) return { message: world.findMessage(channel.id, source.ts) }
    return { ephemeral: world.ephemerals.find(shown => shown.channel === channel.id && shown.ts === source.ts) }
  }

  function removeOriginal(target: ResponseTarget): Shown {
    const { message, ephemeral } = original(target)
    if (message) board.remove(target.channel, message)
    if (ephemeral) world.ephemerals.splice(world.ephemerals.indexOf(ephemeral), 1)
    world.changed()
    return {}
  }

  function replaceOriginal(target: ResponseTarget, content: ReturnType<typeof composeContent>): Shown {
    const { message, ephemeral } = original(target)
    const whole = { blocks: undefined, ...content }
    if (message) board.change(target.channel, message, kept => Object.assign(kept, whole))
    if (ephemeral) Object.assign(ephemeral, whole)
    world.changed()
    return { message, ephemeral }
  }

  return {
    show,
    issue(target: ResponseTarget): string {
      const id = newId('', 24)
      issued.set(id, { target, atMs: world.clock.now(), uses: 0 })
      return `${baseUrl}response/${TEAM.id}/${id}`
    },
    answer(id: string, raw: unknown): void {
      const url = issued.get(id)
      if (!url || world.clock.now() - url.atMs > LIVES_MS) throw new SlackRefusal('expired_url')
      if (url.uses >= MOST_USES) throw new SlackRefusal('used_url')
      show(url.target, raw)
      url.uses += 1
    }
  }
}
