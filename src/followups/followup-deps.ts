import type { AgentClient } from '../agent/agent-client.ts'
import type { Database } from '../database/database.ts'
import type { Host } from '../github/github.ts'
import type { Channels } from '../slack/channels.ts'
import type { Members, Names, People } from '../slack/people.ts'
import type { SlackClient } from '../slack/slack-client.ts'
import type { DropTask, Enqueue } from './followup-tasks.ts'
import type { SecretSearch } from './model/find-secrets.ts'
import type { Replies, Results } from './model/setting.ts'

export type Log = {
  debug(facts: object, words: string): void
  info(facts: object, words: string): void
  warn(facts: object, words: string): void
  error(facts: object, words: string): void
}

/** What the steps of a follow-up work with. */
export type FollowupDeps = {
  database: Database
  enqueue: Enqueue
  dropTask: DropTask
  agent: AgentClient
  /** A read that does not wait for its turn makes the looks wait. */
  countRead: () => void
  /** A look without news can wait this long for others, to be stored with them. */
  gatherLooks: () => Promise<void>
  /** Where pull requests are, if the operator wants them to be followed. */
  host: Host | undefined
  slack: SlackClient
  people: People
  names: Names
  channels: Channels
  members: Members
  log: Log
  /** The database's time, which every process that shares the work agrees on. */
  now: () => number
  /** Keeps counting whatever happens to any clock; the sender's patience is measured by it. */
  monotonicMs: () => number
  random: () => number
  projectId: string
  hourlyLimit: number
  /** What a link to a job looks like, with `{jobId}` where its id is. */
  jobLink: string | undefined
  /** Which results are also shown in the channel, where nobody chose. */
  resultsInChannel: Results
  /** Which replies in a thread go to the agent, where nobody chose. */
  replies: Replies
  /** What in these words may not go on. */
  findSecrets: SecretSearch
  teamId: string
  /** The Enterprise Grid organisation that the workspace is part of. */
  enterpriseId: string | undefined
  botUserId: string
  /** Where Slack shows this workspace, like https://acme.slack.com/. */
  workspaceUrl: string
  allowedChannels: ReadonlySet<string>
  allowedUsers: ReadonlySet<string>
}
