import { z } from 'zod'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Reader } from '../model/reader.ts'
import { listJobs } from './list-jobs.ts'
import { turnStatus } from './read-status.ts'

// A private answer that goes on: its next page takes its place. What it shows is what may be
// seen now, by whoever pressed.

type Page = (deps: FollowupDeps, reader: Reader, value: string) => Promise<SlackMessage>

const skipSchema = z.coerce.number().int().min(0).max(1_000_000)

const turnList: Page = (deps, reader, value) => listJobs(deps, reader, skipSchema.parse(value))

export const pages: Record<string, Page> = {
  'list-back': turnList,
  'list-more': turnList,
  'status-newer': turnStatus,
  'status-older': turnStatus
}
