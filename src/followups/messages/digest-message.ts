import { context, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { threadUrl } from '../../slack/thread-url.ts'
import type { Downtime } from '../rules/downtime.ts'
import type { In } from '../rules/followup.ts'
import { downtimeWords } from './late-words.ts'
import { jobName } from './phrases.ts'
import { pullRequestLink, pullRequestName } from './pull-request.ts'
import { ENDED } from './state-words.ts'

const MOST_LINES = 40
const LINES_IN_SECTION = 5
const LONGEST_LINK = 120

type Digest = { offline: Downtime; finished: In<'finished'>[]; workspaceUrl: string }

/** What ended in a channel while no bot ran for more than a day: its threads tell more. */
export function digestMessage({ offline, finished, workspaceUrl }: Digest): SlackMessage {
  const lines = finished.slice(0, MOST_LINES).map(followup => lineOf(followup, workspaceUrl))
  const parts = lines.flatMap((_, at) =>
    at % LINES_IN_SECTION === 0 ? [section(lines.slice(at, at + LINES_IN_SECTION).join('\n'))] : []
  )
  const more = finished.length - lines.length
  const what = finished.length === 1 ? 'this job' : 'these jobs'
  return toMessage(
    section(`While I was offline, ${downtimeWords(offline)}, ${what} ended:`),
    ...parts,
    ...(more > 0 ? [context(`and ${more} more`)] : [])
  )
}

function lineOf({ jobId, channelId, threadTs, progress }: In<'finished'>, workspaceUrl: string): string {
  const { icon, words } = ENDED[progress.status]
  const thread = threadTs === null ? undefined : `<${threadUrl(workspaceUrl, { channelId, threadTs })}|thread>`
  const link = pullRequestLink(progress.job) ?? ''
  const pullRequest = link.length > LONGEST_LINK ? pullRequestName(progress.job) : link
  return [`${icon} ${jobName(jobId)} ${words}`, pullRequest, thread].filter(part => part).join(' · ')
}
