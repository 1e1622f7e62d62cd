import { z } from 'zod'
import { allOf } from '../../database/database.ts'
import { createLane } from '../../database/lane.ts'
import { firstDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { jobNamedIn } from '../intent/read.ts'
import { deletion, receiveDeletion } from './receive-deletion.ts'
import { edit, receiveEdit } from './receive-edit.ts'
import { isReplyInOurThread, isSaidTo, saysNothing, type ToStore, threadReply, toStored } from './to-stored.ts'

const envelope = z.object({ event_id: z.string(), event: z.looseObject({ type: z.string() }) })

/** Undefined for what means nothing to us, like most of what is said in a channel: it costs no write. */
export type Receive = (deps: FollowupDeps, event: unknown) => Promise<ToStore | undefined>

type Received = ToStore & { names: string[] }

/**
 * Stores what an event means to us before Slack gets its acknowledgement, with others that come meanwhile. `events` has a handler
 * for each type.
 */
export function createReceiver(deps: FollowupDeps, events: Record<string, Receive>): (body: unknown) => Promise<void> {
  const storeTogether = createLane((received: Received[]) => storeReceived(deps, received))
  return async body => {
    const { success, data } = envelope.safeParse(body)
    const toStore = success ? await events[data.event.type]?.(deps, data.event) : undefined
    if (!success || toStore === undefined) return
    const names = [`event:${data.event_id}`, ...(toStore.alsoKnownAs ? [toStore.alsoKnownAs] : [])]
    await storeTogether({ ...toStore, names })
  }
}

const storeReceived = ({ database, now }: FollowupDeps, received: Received[]): Promise<Received[]> =>
  database.transaction(async sql => {
    const unseen = await firstDeliveries(sql, [...new Set(received.flatMap(({ names }) => names))], now())
    const fresh = received.filter(({ names }) => names.filter(name => unseen.delete(name)).length === names.length)
    // New messages do not depend on one another; what became of a message is told of one that is stored.
    const isNew = ({ alsoKnownAs }: Received) => alsoKnownAs !== undefined
    await allOf(fresh.filter(isNew).map(({ store }) => store(sql)))
    for (const { store } of fresh.filter(event => !isNew(event))) await store(sql)
    return received
  })

/** Anything that a person writes, in a thread or not. */
const written = threadReply.extend({ thread_ts: z.string().optional() })

const directMessage = z.object({ channel_type: z.literal('im') })

export async function receiveMessage(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data: gone } = deletion.safeParse(event)
  if (gone) return receiveDeletion(deps, gone)
  const { data: edited } = edit.safeParse(event)
  if (edited) return receiveEdit(deps, edited)
  const reply = await receiveReply(deps, event)
  return reply ?? (directMessage.safeParse(event).success ? receiveMention(deps, event) : undefined)
}

async function receiveReply(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = threadReply.safeParse(event)
  if (data === undefined || !(await isReplyInOurThread(deps, data))) return undefined
  return saysNothing(deps, data, { isSaidToBot: false }) ? undefined : toStored(deps, data)
}

/**
 * Said to the bot outside its threads. In one of them it is a reply, which Slack delivers as a message as well. Talk about the bot
 * is looked at only if it names a job: it may have been meant for the agent.
 */
export async function receiveMention(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = written.safeParse(event)
  if (data === undefined) return undefined
  const message = { ...data, thread_ts: data.thread_ts ?? data.ts }
  const isOwn = message.user === deps.botUserId || message.user === 'USLACKBOT'
  if (isOwn || (await isReplyInOurThread(deps, message))) return undefined
  const isSaidToBot = isSaidTo(deps.botUserId, message.channel, message.text)
  const isForBot = isSaidToBot || jobNamedIn(message.text) !== undefined
  return isForBot && !saysNothing(deps, message, { isSaidToBot }) ? toStored(deps, message) : undefined
}
