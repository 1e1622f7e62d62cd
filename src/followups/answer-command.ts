import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, StorageUnclear } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isFirstDelivery } from '../slack/delivery-store.ts'
import { checkPermissionOnce } from './check-permission.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findTwin } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { type Command, parseCommand } from './parse-command.ts'
import {
  acceptedMessage,
  alreadySentMessage,
  cannotTellWhoMessage,
  helpMessage,
  jobMissingMessage,
  notAJobIdMessage,
  nothingToSendMessage,
  notStoredMessage,
  perhapsStoredMessage,
  promptMissingMessage,
  refusedMessage,
  statusNotReadMessage,
  stillStoringMessage
} from './private-messages.ts'
import { readStatus } from './read-status.ts'
import { startFollowup } from './start-followup.ts'

/** A slash command, as Slack delivers it. */
export type CommandCall = {
  text: string
  userId: string
  userTeamId: string
  channelId: string
  triggerId: string
  responseUrl: string
}

/** What the person reads at once, and what takes longer to find out. */
export type CommandAnswer = { now?: SlackMessage; later?: () => Promise<SlackMessage> }

const TWIN_WITHIN_MS = 60_000
// Three seconds, less the way there and back.
const SLACK_WAITS_MS = 2_300

export async function answerCommand(deps: FollowupDeps, call: CommandCall): Promise<CommandAnswer> {
  const startedAt = performance.now()
  const command = parseCommand(call.text)
  switch (command.kind) {
    case 'help':
      return { now: helpMessage() }
    case 'nothing':
      return { now: nothingToSendMessage() }
    case 'job missing':
      return { now: jobMissingMessage() }
    case 'prompt missing':
      return { now: promptMissingMessage(command.jobId) }
    case 'not a job id':
      return { now: notAJobIdMessage(command.word, command.prompt) }
    case 'status':
    case 'send':
      return answerAllowed(deps, call, command, startedAt)
  }
}

async function answerAllowed(
  deps: FollowupDeps,
  call: CommandCall,
  command: Command & { kind: 'status' | 'send' },
  startedAt: number
): Promise<CommandAnswer> {
  const prompt = command.kind === 'send' ? command.prompt : ''
  const refused = await checkPermissionOnce(deps, call)
  if (refused === 'not told') return { now: cannotTellWhoMessage(prompt) }
  if (refused) return { now: refusedMessage(refused, prompt) }
  if (command.kind === 'status') return { later: () => tellStatus(deps, command.jobId) }
  const stored = store(deps, call, command.jobId, prompt).catch(error => {
    deps.log.error({ error: errorWords(error) }, 'A follow-up could not be stored')
    return error instanceof StorageUnclear ? perhapsStoredMessage(prompt) : notStoredMessage(prompt)
  })
  const now = await Promise.race([
    stored,
    sleep(SLACK_WAITS_MS - (performance.now() - startedAt), undefined, { ref: false })
  ])
  return now ? { now } : { now: stillStoringMessage(prompt), later: () => stored }
}

/** It was acknowledged with nothing to read: whatever happens, something has to follow. */
async function tellStatus(deps: FollowupDeps, jobId: string): Promise<SlackMessage> {
  try {
    return await readStatus(deps, { projectId: deps.projectId, jobId })
  } catch (error) {
    deps.log.error({ job: jobId, error: errorWords(error) }, 'A status could not be told')
    return statusNotReadMessage(jobId)
  }
}

function store(deps: FollowupDeps, call: CommandCall, jobId: string, prompt: string): Promise<SlackMessage> {
  const { database, teamId, projectId, now } = deps
  return database.transaction(async sql => {
    const nowMs = now()
    // Slack's own repetition of one call: it was answered, and the person sees the first answer.
    if (!(await isFirstDelivery(sql, [`command:${call.triggerId}`], nowMs))) return acceptedMessage(jobId)
    const { userId, channelId, responseUrl } = call
    const instruction = { teamId, projectId, channelId, jobId, prompt, requesterId: userId }
    // Two of the same that come at once are told apart by who gets the lock first.
    await lockJob(sql, instruction)
    const twin = await findTwin(sql, instruction, nowMs - TWIN_WITHIN_MS)
    if (twin) return alreadySentMessage(twin)
    await startFollowup(deps, sql, {
      ...instruction,
      threadTs: null,
      replyTs: null,
      responseUrl,
      fileCount: 0,
      writtenAtMs: nowMs
    })
    return acceptedMessage(jobId)
  })
}
