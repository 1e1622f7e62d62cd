import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SimulatedTeam } from './simulated-team.ts'

const rows = z.array(
  z.object({
    id: z.string(),
    prompt: z.string(),
    jobId: z.string(),
    replyTs: z.string().nullable(),
    channelId: z.string(),
    progress: z.object({
      state: z.string(),
      status: z.string().optional(),
      because: z.string().optional(),
      delivery: z.string().optional(),
      sentAtMs: z.number().optional(),
      finishedAtMs: z.number().optional(),
      job: z.object({ prLink: z.string().nullish() }).optional(),
      atMs: z.number().optional(),
      into: z.string().optional(),
      told: z.object({}).optional(),
      toldIn: z.string().optional()
    })
  })
)
type Row = z.output<typeof rows>[number]

const TOLD_WITHIN_MS = 10 * 60_000

/** What the bot said about ends, compared with what the agent service knows about them. */
export async function findFalseNews({ slack, agent, database }: SimulatedTeam): Promise<string[]> {
  const followups = rows.parse(
    await database.query(
      `select id, prompt, job_id as "jobId", reply_ts as "replyTs", channel_id as "channelId", progress from followup.followup`
    )
  )
  const truth = agent.truth()
  const wasWorkedOn = ({ prompt }: Row, byMs: number) =>
    truth.some(send => send.prompt === prompt && send.workEndsAtMs !== null && send.workEndsAtMs <= byMs)
  const posts = await postedOperations(database)
  const broken: string[] = []

  const finished = followups.filter(({ progress }) => progress.state === 'finished')
  for (const followup of finished) {
    const { status, finishedAtMs = 0 } = followup.progress
    if (status !== 'archived' && !wasWorkedOn(followup, finishedAtMs))
      broken.push(`told as ${status} without having been worked on: ${followup.id} '${followup.prompt}'`)
    const together = finished.filter(
      other =>
        other.jobId === followup.jobId &&
        other.progress.finishedAtMs === finishedAtMs &&
        isDeepStrictEqual(other.progress.job, followup.progress.job)
    )
    if (together.length > 1) broken.push(`one end for ${together.map(({ id }) => id)}`)
    if (posts.has(`${followup.id}:result`) && posts.has(`${followup.progress.toldIn}:quiet`))
      broken.push(`told twice: ${followup.id}`)
  }
  for (const { id, progress, replyTs, channelId, prompt } of followups) {
    const marks = replyTs === null ? [] : slack.reactions(channelId, replyTs).map(({ name }) => name)
    const { state, status } = followups.find(whole => whole.id === progress.into)?.progress ?? progress
    const isDone = state === 'finished' && status === 'completed'
    if (marks.includes('white_check_mark') && !isDone) broken.push(`marked as done: ${id} '${prompt}'`)
  }
  for (const followup of followups) {
    const { state, because, delivery, atMs = 0, told } = followup.progress
    const isQuietEnd = state === 'unwatched' && delivery === 'sure' && (because === 'deadline' || because === 'no work')
    if (isQuietEnd && told === undefined && wasWorkedOn(followup, atMs - TOLD_WITHIN_MS))
      broken.push(`worked on and never told: ${followup.id} '${followup.prompt}'`)
  }
  return broken
}

async function postedOperations(database: SimulatedTeam['database']): Promise<Set<string>> {
  const posts = z
    .array(z.object({ id: z.string() }))
    .parse(await database.query(`select id from followup.post where state = 'posted'`))
  return new Set(posts.map(({ id }) => id))
}
