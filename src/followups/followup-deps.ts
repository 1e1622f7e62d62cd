import type { AgentClient } from '../agent/agent-client.ts'
import type { Looks } from '../agent/looks.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../errors.ts'
import type { Host } from '../github/github.ts'
import type { Metrics } from '../metrics.ts'
import type { Identity } from '../slack/bolt.ts'
import type { Lookups } from '../slack/lookups.ts'
import type { SlackClient } from '../slack/slack-client.ts'
import type { DropTask, Enqueue } from './followup-tasks.ts'
import type { SecretSearch } from './model/find-secrets.ts'

type Settings = {
  projectId: string
  /** All that this process serves, the one above among them. */
  projectIds: string[]
  hourlyLimit: number
  /** What a link to a job looks like, with `{jobId}` where its id is. */
  jobLink: string | undefined
  /** Messages above a mention in a thread may go along, where the channel does not choose otherwise. */
  sendsAbove: boolean
  /** The agent is told who asked, and where. */
  saysAuthor: boolean
  /** What has ended is kept for so long; 0: for ever. */
  retentionDays: number
  /** The audit trail has the words themselves, not a hash of them. */
  auditsWords: boolean
  allowedChannels: ReadonlySet<string>
  allowedUsers: ReadonlySet<string>
}

export type FollowupDeps = Settings &
  Identity &
  Lookups &
  Looks & {
    database: Database
    enqueue: Enqueue
    dropTask: DropTask
    agent: AgentClient
    host: Host | undefined
    slack: SlackClient
    log: Log
    metrics: Metrics
    /** The database's time, which every process that shares the work agrees on. */
    now: () => number
    /** Keeps counting whatever happens to any clock; the sender's patience is measured by it. */
    monotonicMs: () => number
    random: () => number
    findSecrets: SecretSearch
  }
