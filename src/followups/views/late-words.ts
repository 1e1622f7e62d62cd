import { slackTime } from '../../slack/slack-text.ts'
import type { Late, ProgressOf } from '../model/progress.ts'
import { DATE, durationWords } from './phrases.ts'

type Ended = Pick<ProgressOf<'finished'>, 'status' | 'job' | 'sentAtMs' | 'finishedAtMs'>

/** In place of how long it took, which nobody knows. */
export const REPORTED_LATE = 'reported late'

/** "last seen working today 09:39 · reported late" */
export function lateWords(ended: Ended, { seenAtMs, wasWorking }: Late): string {
  const archivedAtMs = archivedMs(ended)
  const known =
    archivedAtMs === undefined
      ? slackTime(seenAtMs, DATE, wasWorking ? 'last seen working ' : 'last looked at ')
      : slackTime(archivedAtMs, DATE, 'archived ')
  return `${known} · ${REPORTED_LATE}`
}

/** The one end that the agent service dates. */
function archivedMs({ status, job, sentAtMs, finishedAtMs }: Ended): number | undefined {
  const ms = status === 'archived' ? Date.parse(job.archivedAt ?? '') : Number.NaN
  return ms >= sentAtMs && ms <= finishedAtMs ? ms : undefined
}

/** Of a run, from the first that it was for; of another one, nobody knows when it began. */
export const tookWords = ({ sentAtMs, finishedAtMs, endedAtMs = finishedAtMs, earlier }: ProgressOf<'finished'>) =>
  earlier ? undefined : `took ${durationWords(endedAtMs - sentAtMs)}`
