import type { types } from '@slack/bolt'
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
import type { JobKey } from '../model/followup.ts'
import type { JobWatch, WatchGivenUp, WatchOver } from '../model/job-watch.ts'
import { COMMAND, jobName, RARELY } from './phrases.ts'
import { lateWords, outcomeWords, pullRequestButtons } from './result.ts'

/** Two projects may each have a job of that name, and one home or direct message is for both. */
const keyOf = ({ projectId, jobId }: JobKey) => `${projectId}/${jobId}`

/** An id of a job has no slash. */
export function jobOfKey(key: string): JobKey {
  const at = key.lastIndexOf('/')
  return { projectId: key.slice(0, at), jobId: key.slice(at + 1) }
}

export const dontTellButton = (job: JobKey) => button('dont-tell-me', '🔕 Don’t tell me', keyOf(job))

export const watchMessage = (job: JobKey): SlackMessage =>
  toMessage(section(`I’ll write to you directly when ${jobName(job.jobId)} ends.`), actions(dontTellButton(job)))

export const atRestMessage = (jobId: string, how: FinalStatus, job: AgentJob): SlackMessage =>
  plainMessage(`${jobName(jobId)} ${outcomeWords({ how, job })} There’s nothing to wait for.`)

type WatchNews = SlackMessage & Pick<JobWatch, 'threadUrl'> & { about: string }

export function watchDayMessage(watch: JobWatch): WatchNews {
  const { jobId, threadUrl } = watch
  const said = section(withThread(`${jobName(jobId)} hasn’t ended after a day. ${RARELY}`, threadUrl))
  return { ...toMessage(said, actions(dontTellButton(watch))), about: keyOf(watch), threadUrl }
}

const withThread = (words: string, threadUrl: string | null) =>
  threadUrl === null ? words : `${words} <${threadUrl}|Open its thread>`

const GIVEN_UP: Record<WatchGivenUp, (job: string, jobId: string) => string> = {
  idle: job => `${job} is idle: I’ve seen no work since you asked, so I’ve stopped looking.`,
  'too long': (job, jobId) =>
    `I haven’t seen ${job} end within 14 days, so I’ve stopped looking. To go on, type \`${COMMAND} watch ${escapeSlackText(jobId)}\`.`,
  gone: job => `The agent no longer knows ${job}, so I can’t tell you how it ends.`,
  bug: job => `I can’t tell you how ${job} ends: something went wrong on my side.`
}

export function watchOverMessage(watch: JobWatch, over: WatchOver): WatchNews {
  const { jobId, threadUrl } = watch
  const job = jobName(jobId)
  const words =
    over.because === 'ended'
      ? `${job} ${outcomeWords({ how: over.status, job: over.job })}`
      : GIVEN_UP[over.because](job, jobId)
  const said = section(withThread(words, threadUrl))
  const more = over.because === 'ended' ? endBlocks(over) : []
  return { ...toMessage(said, ...more), about: keyOf(watch), threadUrl }
}

const endBlocks = ({ status, job, late }: Extract<WatchOver, { because: 'ended' }>): types.KnownBlock[] => [
  ...(late ? [context(lateWords(late))] : []),
  ...buttonRow(...pullRequestButtons(job, status === 'completed'))
]
