import { startWatching } from './watched-job.ts'

/** Ana's job has failed. */
export async function startFailed() {
  const journey = await startWatching()
  const { agent, advance, find } = journey
  await advance(5_000)
  agent.failJob('job_8f2')
  await advance(60_000)
  const result = find('failed: the agent')
  return {
    ...journey,
    result,
    shown: () => journey.thread().find(line => line.includes('failed: the agent')) ?? '',
    again: journey.later
  }
}
