import { z } from 'zod'
import type { SimulatedTeam } from './simulated-team.ts'
import { byWords, wordsOf } from './what-people-bring.ts'

const rows = z.array(
  z.object({
    id: z.string(),
    prompt: z.string().transform(wordsOf),
    jobId: z.string(),
    threadTs: z.string().nullable(),
    replyTs: z.string().nullable(),
    channelId: z.string(),
    progress: z.object({
      how: z.string().optional(),
      delivery: z.string().optional(),
      sentAtMs: z.number().optional(),
      atMs: z.number().optional(),
      toldAtMs: z.number().optional(),
      resultId: z.string().optional()
    })
  })
)
type Row = z.output<typeof rows>[number]

const TOLD_WITHIN_MS = 10 * 60_000

/** What the bot said about ends, compared with what the agent service knows about them. */
export async function findFalseNews({ slack, agent, database }: SimulatedTeam): Promise<string[]> {
  const followups = rows.parse(
    await database.query(
      `select id, prompt, job_id as "jobId", thread_ts as "threadTs", reply_ts as "replyTs", channel_id as "channelId", progress from followup.followup`
    )
  )
  const truth = agent.truth().map(byWords)
  const wasWorkedOn = ({ prompt }: Row, byMs: number) =>
    truth.some(send => send.prompt === prompt && send.workEndsAtMs !== null && send.workEndsAtMs <= byMs)
  /** A run that went on after its send has ended. */
  const hasRunEnded = ({ jobId, progress: { sentAtMs = 0 } }: Row, byMs: number) =>
    truth.some(send => {
      const endedAtMs = send.jobId === jobId ? send.workEndsAtMs : null
      return endedAtMs !== null && endedAtMs > sentAtMs && endedAtMs <= byMs
    })
  const posts = await postedOperations(database)
  const broken: string[] = []

  for (const followup of followups.filter(({ progress }) => progress.resultId !== undefined)) {
    const { how, atMs = 0, resultId = '' } = followup.progress
    const isTrue = posts.has(`${followup.id}:maybe`) ? wasWorkedOn : hasRunEnded
    if (how !== 'archived' && !isTrue(followup, atMs))
      broken.push(`told as ${how}, and no run had ended: ${followup.id} '${followup.prompt}'`)
    const first = followups.find(({ id }) => id === resultId.split(':')[0])
    if (first?.jobId !== followup.jobId || first.threadTs !== followup.threadTs)
      broken.push(`told with another one: ${followup.id} in ${resultId}`)
  }
  for (const { id, progress, replyTs, channelId, prompt } of followups) {
    const marks = replyTs === null ? [] : slack.reactions(channelId, replyTs).map(({ name }) => name)
    if (marks.includes('white_check_mark') && progress.how !== 'completed')
      broken.push(`marked as done: ${id} '${prompt}'`)
  }
  for (const followup of followups) {
    const { how, delivery, atMs = 0, toldAtMs } = followup.progress
    const isQuietEnd = delivery === 'sure' && (how === 'deadline' || how === 'no work')
    if (isQuietEnd && toldAtMs === undefined && wasWorkedOn(followup, atMs - TOLD_WITHIN_MS))
      broken.push(`worked on and never told: ${followup.id} '${followup.prompt}'`)
  }
  return broken
}

async function postedOperations(database: SimulatedTeam['database']): Promise<Set<string>> {
  const posts = z
    .array(z.object({ id: z.string() }))
    .parse(await database.query(`select id from followup.view where state = 'posted'`))
  return new Set(posts.map(({ id }) => id))
}
