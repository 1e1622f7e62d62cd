import type { types } from '@slack/bolt'
import { decodeSlackText } from '../../slack/slack-text.ts'
import type { SeenFollowup } from '../model/seen-followup.ts'
import { jobOption } from './followup-form.ts'
import { instead, quotable, repositoryName } from './phrases.ts'
import { standingWords } from './state-words.ts'

/** "job_8f2 · ⏳ working", and below that "acme/docs · 5 min ago · add examples". */
export function knownJobOption({ followup, job }: SeenFollowup, nowMs: number): types.PlainTextOption {
  const { jobId, prompt, writtenAtMs } = followup
  const standing = decodeSlackText(standingWords(followup, job))
  const words = instead(followup) ?? quotable(prompt).replace(/\s+/g, ' ')
  const about = [repositoryName(job.record), agoWords(nowMs - writtenAtMs), words]
  return jobOption(jobId, `${jobId} · ${standing}`, about.filter(part => part).join(' · '))
}

export const newJobOption = (jobId: string): types.PlainTextOption => jobOption(jobId, `Use ${jobId}`)

const MINUTE_MS = 60_000

export function agoWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'yesterday' : `${days} days ago`
}
