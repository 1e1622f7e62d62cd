import { slackTime } from '../../slack/slack-text.ts'
import type { Downtime } from '../rules/downtime.ts'
import type { Late, ProgressOf } from '../rules/progress.ts'
import { DATE, durationWords } from './phrases.ts'

type Ended = Pick<ProgressOf<'finished'>, 'status' | 'job' | 'sentAtMs' | 'finishedAtMs'>

const HALF_A_DAY_MS = 12 * 3_600_000

/** How a time of that day is written, or of one a while ago. */
const formatOf = ({ fromMs, untilMs }: Downtime) => (untilMs - fromMs > HALF_A_DAY_MS ? DATE : '{time}')

/** "from 09:40 to 12:15" */
export const downtimeWords = (offline: Downtime): string =>
  `${slackTime(offline.fromMs, formatOf(offline), 'from ')} ${slackTime(offline.untilMs, formatOf(offline), 'to ')}`

/** "last seen working at 09:39 · reported late: I was offline until 12:15" */
export function lateWords(ended: Ended, late: Late): string {
  const format = formatOf(late)
  const at = (words: string, ms: number) => slackTime(ms, format, `${words} ${format === DATE ? '' : 'at '}`)
  const archivedAtMs = archivedMs(ended)
  const known =
    archivedAtMs !== undefined
      ? at('archived', archivedAtMs)
      : late.workingAtMs !== undefined
        ? at('last seen working', late.workingAtMs)
        : undefined
  if (known === undefined) return `reported late: I was offline ${downtimeWords(late)}`
  return `${known} · reported late: I was offline ${slackTime(late.untilMs, format, 'until ')}`
}

/** The one end that the agent service dates. */
function archivedMs({ status, job, sentAtMs, finishedAtMs }: Ended): number | undefined {
  const ms = status === 'archived' ? Date.parse(job.archivedAt ?? '') : Number.NaN
  return ms >= sentAtMs && ms <= finishedAtMs ? ms : undefined
}

export const tookWords = ({ sentAtMs, finishedAtMs, endedAtMs = finishedAtMs }: ProgressOf<'finished'>): string =>
  `took ${durationWords(endedAtMs - sentAtMs)}`

/** In place of how long it took, which nobody knows. */
export const ENDED_UNSEEN = 'ended while I was offline'
