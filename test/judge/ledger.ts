import { z } from 'zod'
import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { Delivery } from '../../sandbox/slack/deliveries.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'

/** What Slack and the agent services received and answered. Nothing in it is asked of the bot or of its database. */
export type Ledger = { botUserId: string; deeds: Deed[]; said: Said[]; readBack: ReadBack[]; arrivals: Arrival[] }

/** What a person did, as Slack told the bot. */
export type Deed = {
  how: 'command' | 'form' | 'message' | 'edit' | 'deletion' | 'press'
  atMs: number
  /** When the bot had acknowledged it. Undefined: never. */
  takenAtMs?: number
  /** At the first try, and with nothing to read. */
  isTakenAtOnce: boolean
  isAnswered: boolean
  user: string
  channel: string
  /** Of the message that they wrote, changed, deleted, or whose button they pressed. */
  ts?: string
  threadTs?: string
  text: string
  button?: string
}

/** What the bot wrote, each time it did. */
export type Said = {
  how: 'post' | 'update' | 'private' | 'mark' | 'unmark'
  atMs: number
  channel: string
  ts: string
  threadTs?: string
  /** With all of its blocks; of a mark, its name. */
  text: string
  /** What the message says that it is. */
  operation?: string
}

/** The bot reads a channel back for a post of which it has stored no answer. */
export type ReadBack = { atMs: number; channel: string }

/** What an agent service took in, and when the work for it ended. */
export type Arrival = {
  project: string
  jobId: string
  /** Where the job works. */
  repository: string
  prompt: string
  atMs: number
  seq: number
  workEndsAtMs: number | null
  /** What its job showed in that millisecond. */
  endsAs: string[]
}

export function readLedger(slack: StandInSlack, agents: StandInAgent[]): Ledger {
  return {
    botUserId: slack.botUserId,
    deeds: slack.deliveries().flatMap(toDeed).sort(byTime),
    said: [...slack.calls().flatMap(toSaid), ...slack.ephemerals().map(toPrivate)].sort(byTime),
    readBack: slack
      .calls()
      .filter(({ method }) => method === 'conversations.history')
      .map(({ atMs, params }) => ({ atMs, channel: String(params.channel) })),
    arrivals: agents.flatMap(agent =>
      agent.truth().map(send => ({
        ...send,
        project: agent.projectId,
        repository: agent.job(send.jobId).source?.repository ?? ''
      }))
    )
  }
}

const byTime = (one: { atMs: number }, other: { atMs: number }) => one.atMs - other.atMs

const text = z
  .string()
  .nullish()
  .transform(words => words ?? '')
const message = z.object({ ts: z.string(), user: z.string().optional(), text, thread_ts: z.string().optional() })
const deliveries = z.union([
  z.object({ command: z.string(), user_id: z.string(), channel_id: z.string(), text }).transform(payload => ({
    how: 'command' as const,
    user: payload.user_id,
    channel: payload.channel_id,
    text: payload.text
  })),
  z
    .object({
      type: z.literal('view_submission'),
      user: z.object({ id: z.string() }),
      view: z.object({ state: z.unknown() })
    })
    .transform(({ user, view }) => ({
      how: 'form' as const,
      user: user.id,
      channel: '',
      // A job that can be chosen is described by what it was told last.
      text: JSON.stringify(view.state, (name, value) => (name === 'description' ? undefined : value))
    })),
  z
    .object({
      type: z.literal('block_actions'),
      user: z.object({ id: z.string() }),
      channel: z.object({ id: z.string() }).optional(),
      container: z.object({ message_ts: z.string().optional() }),
      message: z.unknown(),
      actions: z.tuple([z.object({ action_id: z.string() })])
    })
    .transform(({ user, channel, container, message, actions: [{ action_id }] }) => ({
      how: 'press' as const,
      user: user.id,
      channel: channel?.id ?? '',
      ts: container.message_ts,
      text: plainWords(JSON.stringify(message ?? '')),
      button: action_id
    })),
  z
    .object({
      event: z.object({ subtype: z.literal('message_deleted'), channel: z.string(), deleted_ts: z.string() })
    })
    .transform(({ event }) => ({
      how: 'deletion' as const,
      user: '',
      channel: event.channel,
      ts: event.deleted_ts,
      text: ''
    })),
  z
    .object({ event: z.object({ subtype: z.literal('message_changed'), channel: z.string(), message }) })
    .transform(({ event }) => ({
      how: 'edit' as const,
      user: event.message.user ?? '',
      channel: event.channel,
      ts: event.message.ts,
      threadTs: event.message.thread_ts,
      text: JSON.stringify(event.message)
    })),
  z
    .object({
      event: z.looseObject({ type: z.enum(['message', 'app_mention']), channel: z.string(), ...message.shape })
    })
    .transform(({ event }) => ({
      how: 'message' as const,
      user: event.user ?? '',
      channel: event.channel,
      ts: event.ts,
      threadTs: event.thread_ts,
      text: JSON.stringify(event)
    }))
])

function toDeed({ payload, atMs, attempts }: Delivery): Deed[] {
  const { data: deed } = deliveries.safeParse(payload)
  if (deed === undefined) return []
  const taken = attempts.find(({ kind }) => kind === 'acknowledged')
  const answer = taken && 'answer' in taken ? JSON.stringify(taken.answer ?? {}) : '{}'
  const isAnswered = !['{}', '""', '{"response_action":"clear"}'].includes(answer)
  return [{ ...deed, atMs, takenAtMs: taken?.atMs, isTakenAtOnce: attempts[0]?.kind === 'acknowledged', isAnswered }]
}

/** JSON within JSON, without its backslashes. */
const plainWords = (json: string) => json.replace(/\\+n/g, '\n').replaceAll('\\', '')

const METHODS: Record<string, Said['how']> = {
  'chat.postMessage': 'post',
  'chat.update': 'update',
  'reactions.add': 'mark',
  'reactions.remove': 'unmark'
}

function toSaid({ method, params, answer, atMs }: ReturnType<StandInSlack['calls']>[number]): Said[] {
  const how = METHODS[method]
  if (how === undefined || answer.ok !== true) return []
  const said = JSON.stringify(params)
  const isMark = how === 'mark' || how === 'unmark'
  return [
    {
      how,
      atMs,
      channel: String(answer.channel ?? params.channel),
      ts: String(isMark ? params.timestamp : answer.ts),
      ...(params.thread_ts !== undefined && { threadTs: String(params.thread_ts) }),
      text: isMark ? String(params.name) : plainWords(said),
      operation: /"operation":"([^"]+)"/.exec(said.replaceAll('\\', ''))?.[1]
    }
  ]
}

const toPrivate = ({
  channel,
  ts,
  text: said,
  blocks,
  thread_ts
}: ReturnType<StandInSlack['ephemerals']>[number]): Said => ({
  how: 'private',
  atMs: Number(ts) * 1_000,
  channel,
  ts,
  ...(thread_ts && { threadTs: thread_ts }),
  text: `${said} ${JSON.stringify(blocks ?? [])}`
})
