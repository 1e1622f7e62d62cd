import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import type { Followup } from '../rules/followup.ts'
import type { SeenJob } from '../rules/seen-job.ts'
import { jobName, mention, sourceWords, stateWords, wordsInOneLine } from './phrases.ts'
import { pullRequestLink } from './pull-request.ts'

export type StatusFacts = {
  jobId: string
  job: SeenJob
  unread: string | undefined
  followups: Followup[]
  reader: Reader
}

/** Who asks, and where: people may not see what was written in a channel that they are not in. */
export type Reader = { userId: string; channelId: string }

const DATE = '{date_short_pretty} {time}'

/** Where a job stands, for one person. */
export function statusMessage({ jobId, job, unread, followups, reader }: StatusFacts): SlackMessage {
  const { record, seenAtMs } = job
  const status = record === null ? 'not known' : escapeSlackText(record.status ?? 'not told by the agent service')
  const seen =
    seenAtMs === null
      ? ''
      : unread
        ? ` What I show is from ${slackTime(seenAtMs, DATE)}.`
        : `Read ${slackTime(seenAtMs)}.`
  const link = pullRequestLink(record)
  const lines = [
    [`${jobName(jobId)}: *${status}*`, sourceWords(record)].filter(part => part).join(' · '),
    ...(link ? [link] : []),
    (unread ?? '') + seen,
    ...followups.map(followup => followupLine(followup, job, reader))
  ]
  return plainMessage(lines.join('\n'))
}

function followupLine(followup: Followup, job: SeenJob, { userId, channelId }: Reader): string {
  const { requesterId, prompt, writtenAtMs } = followup
  const isHere = followup.channelId === channelId
  const facts = [stateWords(followup, job), `${mention(requesterId)} ${slackTime(writtenAtMs, DATE)}`]
  if (isHere || requesterId === userId) facts.unshift(wordsInOneLine(prompt))
  if (!isHere) facts.push(placeWords(followup.channelId))
  return `• ${facts.join(' · ')}`
}

const placeWords = (channelId: string) => (channelId.startsWith('D') ? 'in a direct message' : `in <#${channelId}>`)
