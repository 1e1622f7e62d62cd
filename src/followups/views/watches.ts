import type { AgentJob, FinalStatus } from '../../agent/agent-job.ts'
import {
  actions,
  button,
  buttonRow,
  context,
  plainMessage,
  type SlackMessage,
  section,
  toMessage
} from '../../slack/blocks.ts'
import { escapeSlackText } from '../../slack/slack-text.ts'
import type { JobWatch, WatchGivenUp, WatchOver } from '../model/job-watch.ts'
import { COMMAND, jobName } from './phrases.ts'
import { lateWords, pullRequestButtons, pullRequestLink } from './result.ts'

export const dontTellButton = (jobId: string) => button('dont-tell-me', '🔕 Don’t tell me', jobId)

export const watchMessage = (jobId: string): SlackMessage =>
  toMessage(section(`I’ll write to you directly when ${jobName(jobId)} ends.`), actions(dontTellButton(jobId)))

export const atRestMessage = (jobId: string, status: FinalStatus, job: AgentJob): SlackMessage =>
  plainMessage(`${jobName(jobId)} ${ENDED[status]}${linkWords(job)}. There’s nothing to wait for.`)

const ENDED: Record<FinalStatus, string> = {
  completed: 'has finished',
  failed: 'has failed',
  archived: 'was archived'
}

function linkWords(job: AgentJob): string {
  const link = pullRequestLink(job)
  return link ? `, with ${link}` : ', without a pull request'
}

const GIVEN_UP: Record<WatchGivenUp, (job: string, jobId: string) => string> = {
  idle: job => `${job} is idle: I’ve seen no work since you asked, so I’ve stopped looking.`,
  'too long': (job, jobId) =>
    `${job} hasn’t ended within 24 hours, so I’ve stopped looking. To go on, type \`${COMMAND} watch ${escapeSlackText(jobId)}\`.`,
  gone: job => `The agent no longer knows ${job}, so I can’t tell you how it ends.`,
  bug: job => `I can’t tell you how ${job} ends: something went wrong on my side.`
}

export function watchOverMessage(
  { jobId, threadUrl }: JobWatch,
  over: WatchOver
): SlackMessage & Pick<JobWatch, 'threadUrl'> & { about: string } {
  const job = jobName(jobId)
  const words = over.because === 'ended' ? endWords(job, over) : GIVEN_UP[over.because](job, jobId)
  const said = section(threadUrl === null ? words : `${words} <${threadUrl}|Open its thread>`)
  const buttons = over.because === 'ended' ? pullRequestButtons(over.job, over.status === 'completed') : []
  const late = over.because === 'ended' && over.late ? [context(lateWords(over.late))] : []
  return { ...toMessage(said, ...late, ...buttonRow(...buttons)), about: jobId, threadUrl }
}

function endWords(name: string, { status, job }: Extract<WatchOver, { because: 'ended' }>): string {
  const link = pullRequestLink(job)
  if (status === 'completed')
    return `${name} has finished${link ? `: ${link} is ready` : ', with no pull request so far'}.`
  return `${name} ${ENDED[status]}${linkWords(job)}.`
}
