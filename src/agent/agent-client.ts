import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import type { Log } from '../errors.ts'
import { createAllowance, parseRetryAfter } from '../http/pace.ts'
import { type Agents, type Answer, headerOf, parseJson, post, read, TOO_LATE } from '../http/request.ts'
import { type AgentJob, agentJobSchema } from './agent-job.ts'

type RefusalReason = 'invalid' | 'unknown job' | 'key refused' | 'not allowed' | 'redirect' | 'other'

type Refusal = {
  kind: 'refused'
  reason: RefusalReason
  status: number
  /** The service's own words, if it gave any. Shown to the person, never logged: they may quote the prompt. */
  words: string | undefined
}

type Busy = { kind: 'busy'; retryAfterMs: number | undefined }

export type Doubt = 'too slow' | 'cut off' | 'server error' | 'unreadable'

export type SendResult =
  | { kind: 'accepted'; job: AgentJob }
  | { kind: 'maybe delivered'; why: Doubt }
  | { kind: 'not delivered'; why: string }
  /** Not sent because `mayStart` said no: the service never saw it. */
  | { kind: 'too late' }
  | Busy
  | Refusal

export type ReadResult = { kind: 'job'; job: AgentJob } | { kind: 'unavailable'; why: string } | Busy | Refusal

export type AgentClient = ReturnType<typeof createAgentClient>

type JobAddress = { projectId: string; jobId: string }

export type AgentClientOptions = {
  baseUrl: string
  projectId: string
  /** All of them are kept out of what the service says. */
  keys: { agent: string; all: string[] }
  jobPath: string
  agents: Agents
  now: () => number
  log: Pick<Log, 'warn'>
  onBusy?: () => void
  bounds?: { connectMs?: number; responseMs: number; wholeMs: number }
  /** The first wait between two tries of one call; it doubles. Waits of minutes or more belong to the queue. */
  firstRetryMs?: number
}

const MESSAGE_PATH = '/v2/agent/{projectId}/job/{jobId}/message'
const MOST_TRIES = 3
const BOUNDS = { responseMs: 15_000, wholeMs: 30_000 }
const LARGEST_BODY = 1_000_000
// Retries stay a small part of what a service in trouble gets.
const RETRY_EVERY_MS = 1_000
const RETRIES_SAVED_MS = 10_000

export function createAgentClient(options: AgentClientOptions) {
  const { baseUrl, projectId, keys, jobPath, agents, now, bounds = BOUNDS, firstRetryMs = 400 } = options
  const limitsNow = () => ({
    headers: { authorization: `Bearer ${keys.agent}`, accept: 'application/json', 'user-agent': 'agent-followup' },
    ...bounds,
    mostBytes: LARGEST_BODY
  })

  function address(path: string, job: JobAddress): string {
    // The key is this project's: it must not go along with another project's work.
    if (job.projectId !== projectId) {
      throw new Error(
        `Cannot call the agent service for project '${job.projectId}': this process serves '${projectId}'`
      )
    }
    return (
      baseUrl +
      path
        .replaceAll('{projectId}', encodeURIComponent(job.projectId))
        .replaceAll('{jobId}', encodeURIComponent(job.jobId))
    )
  }

  const { toSendResult, toReadResult } = createReader(options)
  const retries = createAllowance(RETRY_EVERY_MS, now, RETRIES_SAVED_MS)

  /** Retries within seconds, as long as the result is worth it. An error of our own says nothing about what the service did. */
  async function persist<Result>(
    attempt: () => Promise<Result>,
    worthAnotherTry: (result: Result) => boolean
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const result = await attempt()
      if (tries === MOST_TRIES || !worthAnotherTry(result) || !retries.take()) return result
      await sleep(firstRetryMs * tries * (1 + Math.random()))
    }
  }

  return {
    /** Makes no request once `mayStart` says no: after a long freeze it is then certain that nothing was sent. */
    async sendMessage(job: JobAddress, prompt: string, mayStart?: () => boolean): Promise<SendResult> {
      const request = { ...limitsNow(), json: { prompt }, agents, mayStart }
      const url = address(MESSAGE_PATH, job)
      return persist(
        async () => toSendResult(await post(url, request), job),
        result => result.kind === 'not delivered'
      )
    },

    async readJob(job: JobAddress): Promise<ReadResult> {
      const url = address(jobPath, job)
      return persist(
        async () => toReadResult(await read(url, limitsNow()), job),
        // A read that was too slow has had its time: a retry would only hold up what waits behind it.
        result => result.kind === 'unavailable' && result.why !== 'too slow'
      )
    }
  }
}

type Answered = Extract<Answer, { kind: 'answered' }>

type Understood = { kind: 'job'; job: AgentJob } | { kind: 'unclear'; doubt: Doubt; why: string } | Busy | Refusal

/** An answer about another job says nothing about this one. */
function createReader({ keys, now, log, onBusy = () => {} }: AgentClientOptions) {
  function understand({ status, headers, body }: Answered, { jobId }: JobAddress): Understood {
    if (status === 429) onBusy()
    if (status === 429) return { kind: 'busy', retryAfterMs: parseRetryAfter(headerOf(headers, 'retry-after'), now()) }
    if (isUnclear(status))
      return { kind: 'unclear', doubt: status < 400 ? 'unreadable' : 'server error', why: `it answered ${status}` }
    if (status >= 300) return toRefusal(status, body, keys.all)
    const told = recordSchema.safeParse(parseJson(body, keys.all)).data
    const isAnother = told?.id !== undefined && told.id !== jobId
    if (told && !isAnother) return { kind: 'job', job: agentJobSchema.parse(told) }
    if (isAnother)
      log.warn(
        { job: jobId, answered: told.id?.slice(0, LONGEST_WORDS) },
        'The agent service answered about another job'
      )
    return { kind: 'unclear', doubt: 'unreadable', why: 'its answer could not be read' }
  }

  function toSendResult(answer: Answer, job: JobAddress): SendResult {
    if (answer.kind === 'not connected')
      return answer.why === TOO_LATE ? { kind: 'too late' } : { kind: 'not delivered', why: answer.why }
    if (answer.kind === 'no answer')
      return { kind: 'maybe delivered', why: answer.why === 'too big' ? 'unreadable' : answer.why }
    const told = understand(answer, job)
    if (told.kind === 'job') return { kind: 'accepted', job: told.job }
    return told.kind === 'unclear' ? { kind: 'maybe delivered', why: told.doubt } : told
  }

  function toReadResult(answer: Answer, job: JobAddress): ReadResult {
    if (answer.kind !== 'answered') return { kind: 'unavailable', why: answer.why }
    const told = understand(answer, job)
    if (told.kind === 'unclear') return { kind: 'unavailable', why: told.why }
    // A read says nothing about the follow-up.
    return told.kind === 'refused' && told.reason === 'invalid' ? { ...told, reason: 'other' } : told
  }

  return { toSendResult, toReadResult }
}

/** Like a server error, these say neither that a request was carried out nor that it was not. */
const UNCLEAR = [303, 408, 409, 425]
const isUnclear = (status: number) => status >= 500 || UNCLEAR.includes(status)

const FIELDS = ['id', ...Object.keys(agentJobSchema.shape)]

const recordSchema = z
  .looseObject({
    id: z
      .union([z.string(), z.int().transform(String)])
      .optional()
      .catch(undefined)
  })
  .refine(told => FIELDS.some(field => field in told))

const REASONS: Record<number, RefusalReason> = {
  400: 'invalid',
  401: 'key refused',
  403: 'not allowed',
  404: 'unknown job'
}
const errorBody = z.object({ error: storableText })
const LONGEST_WORDS = 300

function toRefusal(status: number, body: string, secrets: string[]): Refusal {
  const reason = REASONS[status] ?? (status < 400 ? 'redirect' : 'other')
  const words = errorBody
    .safeParse(parseJson(body, secrets))
    .data?.error.slice(0, LONGEST_WORDS)
    // A cut through the middle of a character leaves a lone surrogate that no database accepts.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return { kind: 'refused', reason, status, words: words || undefined }
}
