import { z } from 'zod'
import type { SlackMessage } from '../../slack/blocks.ts'
import { downloadLog } from '../answers/download-log.ts'
import { listJobs } from '../answers/list-jobs.ts'
import { turnLog } from '../answers/read-log.ts'
import { answerQuestion } from '../commands/understand-command.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { ASKED } from '../rules/parse-command.ts'
import type { Reader } from '../rules/reader.ts'

// A private answer that goes on: its next page, or the answer to the question in it, takes its place. What it shows is what may be
// seen now, by whoever pressed.

type Page = (deps: FollowupDeps, reader: Reader, value: string) => Promise<SlackMessage>

const skipSchema = z.coerce.number().int().min(0).max(1_000_000)

const turnList: Page = (deps, reader, value) => listJobs(deps, reader, skipSchema.parse(value))

const questionSchema = z.object({ kind: z.enum(ASKED), jobId: z.string() })

/** They have said of which job. */
const askJob: Page = (deps, reader, value) => {
  const [kind, jobId] = value.split(' ')
  return answerQuestion(deps, reader, questionSchema.parse({ kind, jobId }))
}

export const pages: Record<string, Page> = {
  'list-back': turnList,
  'list-more': turnList,
  'log-newer': turnLog,
  'log-older': turnLog,
  'ask-job': askJob
}

/** These take longer than Slack waits, and what they say goes beside the answer that has the button. */
export const errands: Record<string, Page> = { 'log-download': downloadLog }
