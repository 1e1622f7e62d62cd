import type { SeenJob } from '../model/seen-job.ts'

const MINUTE_MS = 60_000
const SHORT_MS = 45_000
const HOUR = 60

/** "usually 6–14 min here", once enough work has ended in the job's repository to tell. */
export function usualWords({ usual, seenAtMs }: SeenJob, sentAtMs?: number): string | undefined {
  if (!usual) return undefined
  const isLonger = sentAtMs !== undefined && (seenAtMs ?? 0) - sentAtMs > usual.toMs
  return isLonger ? `longer than usual, ${rangeWords(usual)} here` : `usually ${rangeWords(usual)} here`
}

/** "6–14 min", "45 min–2 h", "about 6 min" */
export function rangeWords({ fromMs, toMs }: NonNullable<SeenJob['usual']>): string {
  if (toMs < SHORT_MS) return 'under a minute'
  const [from, to] = [roundedMinutes(fromMs), roundedMinutes(toMs)]
  if (from === to) return `about ${numberOf(to)} ${unitOf(to)}`
  const unit = unitOf(from) === unitOf(to) ? '' : ` ${unitOf(from)}`
  return `${numberOf(from)}${unit}–${numberOf(to)} ${unitOf(to)}`
}

/** As people say it: whole minutes, then every fifth, then whole hours. */
function roundedMinutes(ms: number): number {
  const minutes = ms / MINUTE_MS
  const step = minutes < 20 ? 1 : minutes < 57.5 ? 5 : HOUR
  return Math.max(Math.round(minutes / step), 1) * step
}

const unitOf = (minutes: number) => (minutes < HOUR ? 'min' : 'h')
const numberOf = (minutes: number) => (minutes < HOUR ? minutes : minutes / HOUR)
