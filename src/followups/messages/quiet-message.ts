import { finalStatus } from '../../agent/agent-job.ts'
import { actions, context, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, type In, isIn, isSameEnd } from '../rules/followup.ts'
import type { ProgressOf } from '../rules/progress.ts'
import { addressed, jobName, quoteSome } from './phrases.ts'
import { pullRequestButtons, pullRequestLink } from './pull-request.ts'
import { resultMessage } from './thread-messages.ts'

/** Slack takes fifty blocks, and nobody reads more results in one message. */
const MOST_RESULTS = 8

type Told = NonNullable<ProgressOf<'watching'>['told']>

/** The follow-up that names the message in which this one is told quietly, if any. */
export const quietMessageOf = ({ progress }: Followup): string | undefined =>
  progress.state === 'finished'
    ? (progress.toldIn ?? progress.quietIn)
    : progress.state === 'watching' || progress.state === 'unwatched'
      ? progress.told?.in
      : undefined

/**
 * No work of their own was seen for these instructions of one thread, and people are told just that. What comes of them later
 * replaces it in the same message, or is pointed to if it is news.
 */
export function quietMessage(together: Followup[]): SlackMessage | undefined {
  const finished = together.filter(followup => isIn(followup, 'finished'))
  const quiet = finished.filter(({ progress }) => progress.toldIn !== undefined)
  const ends = quiet.filter((followup, at) => quiet.findIndex(other => isSameEnd(other, followup)) === at)
  const parts = ends.slice(-MOST_RESULTS).map(first => {
    const others = quiet.filter(other => other !== first && isSameEnd(other, first))
    return resultMessage([first, ...others], { isQuiet: true })
  })
  const more = ends.length - parts.length
  if (more > 0) parts.unshift(toMessage(context(`${more} earlier ${more === 1 ? 'result' : 'results'}`)))
  const news = finished.filter(({ progress }) => progress.toldIn === undefined)
  if (news.length > 0)
    parts.push(toMessage(section('The result came later: see below.'), ...quoteSome(promptsOf(news))))
  const waiting = together.filter(followup => isIn(followup, 'watching', 'unwatched'))
  const [first] = waiting
  if (first?.progress.told) parts.push(silence(first, first.progress.told, waiting))
  return parts.length === 0 ? undefined : toMessage(...parts.flatMap(({ blocks }) => blocks))
}

const promptsOf = (followups: Followup[]) => followups.map(({ prompt }) => prompt)

function silence(first: In<'watching' | 'unwatched'>, told: Told, together: Followup[]): SlackMessage {
  const { progress } = first
  const linked = told.job.prLink !== progress.evidence.linkBefore ? told.job : undefined
  const isUnread = told.kind === 'unread'
  const link = pullRequestLink(linked)
  const left = link ? ` ${isUnread ? 'Its latest link is' : 'It left'} ${link}.` : ''
  const words = `${jobName(first.jobId)} ${restWords(told, progress.state === 'watching')}${left} ${watchWords(first)}`
  const buttons = pullRequestButtons(linked, false)
  return toMessage(
    section(addressed(isUnread ? together : [], words)),
    ...quoteSome(promptsOf(together)),
    ...(buttons.length > 0 ? [actions(...buttons)] : [])
  )
}

function restWords({ kind, job }: Told, isWatched: boolean): string {
  const status = finalStatus(job)
  const rest = status === 'archived' ? 'is archived' : status === 'failed' ? 'has failed' : 'is idle'
  switch (kind) {
    case 'no work':
      return `${rest}; I’ve seen no work for this${isWatched ? ' yet' : ''}.`
    case 'as one':
      return `${rest}; I’ve seen no separate work for this, so it was probably handled together with what came before.`
    case 'unread':
      return `${rest}. I couldn’t check on it just before I sent this, so I can’t tell whether this has been done.`
  }
}

function watchWords({ progress }: In<'watching' | 'unwatched'>): string {
  if (progress.state === 'watching') return 'I’ll keep looking for a while.'
  return progress.because === 'no work' ? 'I’ve stopped looking. Reply with what to do.' : 'I’ve stopped looking.'
}
