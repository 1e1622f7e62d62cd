import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, StorageUnclear } from '../../errors.ts'
import { SLACK_WAITS_MS, type SlackMessage } from '../../slack/blocks.ts'
import { whyRefused } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { idAlone, read } from '../intent/read.ts'
import type { CommandDeps } from '../sending/store-commands.ts'
import { answer, answerAtOnce, isToAnswer, notDone, notSent, refusal, type ToAnswer, unsure } from '../views/answers.ts'
import { openForm } from './open-form.ts'
import { askDoctor, openSettings } from './settings.ts'
import { guardWords, understand } from './understand.ts'

type CommandCall = {
  text: string
  userId: string
  userTeamId: string
  channelId: string
  triggerId: string
  responseUrl: string
}

/** What the person reads at once, and what takes longer to find out; or why it is refused, should Slack wait no longer. */
type CommandAnswer =
  | { now?: SlackMessage | undefined; later?: () => Promise<SlackMessage | undefined> }
  | { tooLate: SlackMessage }

const SLACK_GIVES_UP_MS = 3_000
const TIMER_LATE_MS = 300

export async function answerCommand(deps: CommandDeps, call: CommandCall): Promise<CommandAnswer> {
  const startedAtMs = deps.monotonicMs()
  const stopped = await guardWords(deps, call, 'command', call.text)
  if (stopped) return { now: stopped }
  const intent = read(call.text, deps)
  if (intent.kind === 'nothing') return { later: () => openForm(deps, call, answer('nothing to send')) }
  if (intent.kind === 'settings') return { later: () => openSettings(deps, call) }
  if (intent.kind === 'doctor') return { later: () => askDoctor(deps, call) }
  if (!isToAnswer(intent)) return { now: answerAtOnce(intent) }
  const jobId = idAlone(intent)
  return jobId === undefined
    ? answerAllowed(deps, call, intent, startedAtMs)
    : { later: () => openForm(deps, { ...call, jobId }, notSent({ words: '', jobId }, 'no words', jobId)) }
}

async function answerAllowed(
  deps: CommandDeps,
  call: CommandCall,
  intent: ToAnswer,
  startedAtMs: number
): Promise<CommandAnswer> {
  const prompt = intent.kind === 'follow up' ? intent.prompt : ''
  const draft = { words: prompt, jobId: jobOf(intent) }
  const waitedMs = () => deps.monotonicMs() - startedAtMs
  const refused = await whyRefused(deps, call)
  if (waitedMs() > SLACK_WAITS_MS) return { tooLate: await readTooLate(deps, call) }
  if (refused) return { now: refusal(refused, prompt) }
  if (intent.kind !== 'follow up') return { later: () => answerLater(deps, call, intent) }
  const { userId: requesterId, channelId, triggerId, responseUrl } = call
  const { teamId, projectId } = deps
  let isToldToWait = false
  const isInTime = () => isToldToWait || waitedMs() < SLACK_GIVES_UP_MS
  const storing = understand(deps, { ...call, writtenAtMs: deps.now() }, intent).then(async meant => {
    if ('blocks' in meant) return meant
    const { jobId, words, prompt, wait, byDefault } = meant
    const given = { jobId, prompt, wait, teamId, projectId, channelId, requesterId, triggerId, responseUrl, isInTime }
    const notStored = await deps.storeCommand(given)
    if (notStored === undefined) return byDefault ? answer('default job', jobId) : undefined
    return notStored.kind === 'twin'
      ? notSent({ words, jobId }, 'twin', notStored.twin)
      : notSent({ words, jobId }, 'too late')
  })
  const stored = storing.catch(error => {
    deps.log.error({ error: errorWords(error) }, 'A follow-up could not be stored')
    return error instanceof StorageUnclear ? unsure(draft) : notSent(draft, 'not stored')
  })
  const patienceAt = performance.now()
  const patienceMs = Math.max(SLACK_WAITS_MS - waitedMs(), 0)
  const found = await Promise.race([stored.then(now => ({ now })), sleep(patienceMs, undefined, { ref: false })])
  // A late timer means that the whole process stalled, and Slack did not wait.
  isToldToWait = performance.now() - patienceAt < patienceMs + TIMER_LATE_MS
  return found ?? { now: unsure(draft), later: () => stored }
}

/** This process stalled: by now Slack has told the person that the command failed. */
export async function readTooLate(deps: FollowupDeps, call: CommandCall): Promise<SlackMessage> {
  const intent = read(call.text, deps)
  if (intent.kind !== 'follow up') return notDone('too late')
  const draft = { words: intent.prompt, jobId: jobOf(intent) }
  return (await guardWords(deps, call, 'command', call.text)) ?? notSent(draft, 'too late')
}

/** The command was acknowledged with nothing to read: whatever happens, something has to follow. */
async function answerLater(deps: FollowupDeps, call: CommandCall, intent: ToAnswer): Promise<SlackMessage | undefined> {
  try {
    const found = await understand(deps, { ...call, writtenAtMs: deps.now() }, intent)
    return 'blocks' in found ? found : undefined
  } catch (error) {
    const job = jobOf(intent)
    deps.log.error({ job, error: errorWords(error) }, 'A question could not be answered')
    return intent.kind === 'watch' ? answer('perhaps done') : answer('no status', job)
  }
}

const jobOf = (intent: ToAnswer) =>
  'job' in intent && intent.job && 'jobId' in intent.job ? intent.job.jobId : undefined
