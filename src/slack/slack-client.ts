import { type types, webApi } from '@slack/bolt'
import { getGlobalDispatcher } from 'undici'
import { z } from 'zod'
import { errorWords } from '../errors.ts'
import { fence } from '../http/request.ts'
import { LIMITS, type SlackMessage, shorten } from './blocks.ts'
import { createTextFetch } from './files.ts'
import { SCOPE_FOR_GROUPS } from './lookups.ts'
import {
  SlackBusy,
  SlackLockedOut,
  SlackRefusal,
  SlackTooMuch,
  SlackUnclear,
  toSlackFailure,
  whyNotAnswered
} from './slack-failure.ts'

export type Place = { channelId: string; threadTs?: string | undefined }

export type AnswerPlace = { threadTs: string } | 'instead' | undefined

export type PostOptions = {
  operationId: string
  broadcast: boolean
  /** Asked until the message goes out: a no throws SlackBusy. */
  mayStart?: () => boolean
}

export const METHODS = ['chat', 'conversations', 'reactions', 'users', 'views'] as const
export const OUTCOMES = ['ok', 'ratelimited', 'error'] as const

type Method = (typeof METHODS)[number]
export type OnAnswer = (method: Method, outcome: (typeof OUTCOMES)[number]) => void

export type Period = { sinceMs: number; untilMs: number }

export type SlackClient = ReturnType<typeof createSlackClient>

const TIMEOUT_MS = 10_000
const QUICK_MS = 1_500
const TOO_LATE_MS = 1_000
const OPERATION = 'agent_followup_operation'
const PAGE = 200
const MOST_PAGES = 20
const MESSAGES_AT_ONCE = 999
const MOST_MEMBERS = 999

const postedMessages = z.object({
  messages: z
    .array(
      z.object({
        ts: z.string(),
        user: z.string().optional(),
        metadata: z
          .object({ event_type: z.string(), event_payload: z.object({ operation: z.string() }).partial() })
          .partial()
          .optional()
          .catch(undefined)
      })
    )
    .default([]),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional()
})

const postedSchema = z.object({ ts: z.string() })

const openedSchema = z.object({ channel: z.object({ id: z.string() }) })

/** Each call is tried once: the caller owns the retries. */
export function createSlackClient({
  botToken,
  botUserId,
  apiUrl,
  logger,
  onAnswer = () => {},
  timeoutMs = TIMEOUT_MS,
  monotonicMs = () => performance.now()
}: {
  botToken: string
  botUserId: string
  apiUrl: string
  logger: webApi.Logger
  onAnswer?: OnAnswer
  timeoutMs?: number
  monotonicMs?: () => number
}) {
  const connect = (timeout: number, fetch?: webApi.FetchFunction) =>
    new webApi.WebClient(botToken, {
      slackApiUrl: apiUrl,
      timeout,
      // A repeated chat.postMessage is a second message: the library must not retry.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger,
      ...(fetch && { fetch })
    })
  const web = connect(timeoutMs)
  // Slack takes about fifty edits a minute from an app, in all channels together.
  let noEditsUntilMs = 0
  // For calls that a person waits for: Slack does for 3 s in all.
  const quick = connect(QUICK_MS)
  let isLockedOut = false
  const scopesSaid = new Set([SCOPE_FOR_GROUPS])

  async function call<R>(method: Method, request: () => Promise<R>, ...fine: string[]): Promise<R | undefined> {
    try {
      const answer = await request()
      onAnswer(method, 'ok')
      isLockedOut = false
      return answer
    } catch (error) {
      const failure = toSlackFailure(error)
      const isFine = failure instanceof SlackRefusal && fine.includes(failure.code)
      onAnswer(method, isFine ? 'ok' : failure instanceof SlackBusy ? 'ratelimited' : 'error')
      // Every waiting task runs into this again and again: tell the operator once.
      if (failure instanceof SlackLockedOut && !isLockedOut) {
        isLockedOut = true
        logger.error(`Slack rejects SLACK_BOT_TOKEN (${failure.code}); nothing is posted until it is replaced`)
      }
      if (failure instanceof SlackRefusal && failure.neededScopes !== undefined) sayMissing(failure.neededScopes)
      if (isFine) return undefined
      throw failure
    }
  }

  function sayMissing(scopes: string): void {
    if (scopesSaid.has(scopes)) return
    scopesSaid.add(scopes)
    logger.error(
      `The Slack app lacks the scope ${scopes}. Add it at api.slack.com/apps → your app → OAuth & Permissions, and install the app again`
    )
  }

  function callInTime<R>(method: Method, mayStart: () => boolean, act: (web: webApi.WebClient) => Promise<R>) {
    let wasStopped = false
    const fenced = fence(() => {
      wasStopped = !mayStart()
      return !wasStopped
    })
    const client = connect(timeoutMs, (url, init) =>
      fetch(url, { ...init, dispatcher: getGlobalDispatcher().compose(fenced) })
    )
    return call(method, () => act(client)).catch(failure => {
      throw wasStopped ? new SlackBusy(TOO_LATE_MS) : failure
    })
  }

  return {
    async post({ channelId, threadTs }: Place, { text, blocks }: SlackMessage, options: PostOptions): Promise<string> {
      const { operationId, broadcast, mayStart = () => true } = options
      const shared = {
        channel: channelId,
        text,
        blocks,
        unfurl_links: false,
        unfurl_media: false,
        metadata: { event_type: OPERATION, event_payload: { operation: operationId } }
      }
      const posted = await callInTime('chat', mayStart, ({ chat }) => {
        if (threadTs === undefined) return chat.postMessage(shared)
        const reply = { ...shared, thread_ts: threadTs }
        return broadcast ? chat.postMessage({ ...reply, reply_broadcast: true }) : chat.postMessage(reply)
      })
      return postedSchema.parse(posted).ts
    },

    async findPosted(place: Place, operationId: string, { sinceMs, untilMs }: Period): Promise<string | undefined> {
      const { channelId: channel, threadTs } = place
      const oldest = String(Math.floor(sinceMs / 1_000))
      const latest = String(Math.ceil(untilMs / 1_000))
      let cursor: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const range = { channel, oldest, latest, limit: PAGE, include_all_metadata: true, ...(cursor && { cursor }) }
        const read = await call('conversations', () =>
          threadTs === undefined
            ? web.conversations.history(range)
            : web.conversations.replies({ ...range, ts: threadTs })
        )
        const { messages, response_metadata } = postedMessages.parse(read)
        // Another installation of this bot numbers its operations as we do.
        const own = messages.filter(({ user = botUserId }) => user === botUserId)
        const found = own.find(({ metadata }) => metadata?.event_payload?.operation === operationId)
        if (found) return found.ts
        cursor = response_metadata?.next_cursor
        if (!cursor) return undefined
      }
      throw new SlackTooMuch()
    },

    async openDirect(users: string): Promise<string> {
      const opened = await call('conversations', () => web.conversations.open({ users }))
      return openedSchema.parse(opened).channel.id
    },

    /** `mayStart` is asked until the edit goes out: a no throws SlackBusy. */
    async update(channel: string, ts: string, { text, blocks }: SlackMessage, mayStart = () => true): Promise<void> {
      const waitMs = noEditsUntilMs - monotonicMs()
      if (waitMs > 0) throw new SlackBusy(waitMs)
      await callInTime('chat', mayStart, ({ chat }) =>
        chat.update({ channel, ts, text: shorten(text, LIMITS.editedText), blocks })
      ).catch(error => {
        if (error instanceof SlackBusy) noEditsUntilMs = Math.max(noEditsUntilMs, monotonicMs() + error.waitMs)
        throw error
      })
    },

    async publishHome(user_id: string, { blocks }: SlackMessage, mayStart = () => true): Promise<void> {
      await callInTime('views', mayStart, ({ views }) => views.publish({ user_id, view: { type: 'home', blocks } }))
    },

    async tellPrivately({ channelId, threadTs }: Place, user: string, message: SlackMessage): Promise<void> {
      await call('chat', () =>
        web.chat.postEphemeral({ channel: channelId, user, ...message, ...(threadTs && { thread_ts: threadTs }) })
      )
    },

    /** This works even where the bot is not a member. */
    async respond(responseUrl: string, message: SlackMessage, where?: AnswerPlace): Promise<void> {
      const body = JSON.stringify({
        ...message,
        response_type: 'ephemeral',
        replace_original: where === 'instead',
        ...(typeof where === 'object' && { thread_ts: where.threadTs })
      })
      const headers = { 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(timeoutMs)
      const request = fetch(responseUrl, { method: 'POST', body, headers, redirect: 'manual', signal })
      const answer = await request.catch(error => {
        throw new SlackUnclear(errorWords(error))
      })
      await answer.body?.cancel()
      const failure = whyNotAnswered(answer.status)
      if (failure) throw failure
    },

    repliesBefore: (channel: string, ts: string, latest: string): Promise<unknown> =>
      call('conversations', () => web.conversations.replies({ channel, ts, latest, limit: MESSAGES_AT_ONCE })),

    fetchText: createTextFetch({ botToken, apiUrl, timeoutMs }),

    /** Slack takes a trigger for three seconds. */
    async openView(trigger_id: string, view: types.ModalView): Promise<void> {
      await call('views', () => quick.views.open({ trigger_id, view }))
    },

    async addReaction(channel: string, timestamp: string, name: string): Promise<void> {
      await call('reactions', () => web.reactions.add({ channel, timestamp, name }), 'already_reacted')
    },

    async removeReaction(channel: string, timestamp: string, name: string): Promise<void> {
      await call('reactions', () => web.reactions.remove({ channel, timestamp, name }), 'no_reaction')
    },

    userInfo: (user: string): Promise<unknown> => call('users', () => quick.users.info({ user })),
    channelInfo: (channel: string): Promise<unknown> =>
      call('conversations', () => quick.conversations.info({ channel })),
    channelMembers: (channel: string, cursor: string | undefined): Promise<unknown> =>
      call('conversations', () =>
        quick.conversations.members({ channel, limit: MOST_MEMBERS, ...(cursor && { cursor }) })
      )
  }
}
