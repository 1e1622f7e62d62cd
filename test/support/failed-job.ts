import { startWatching } from './watched-job.ts'

/** Ana's job has failed. */
export async function startFailed() {
  const journey = await startWatching()
  const { agent, advance, find } = journey
  await advance(5_000)
  agent.failJob('job_8f2')
  await advance(60_000)
  const result = find('failed. Reply here')
  return {
    ...journey,
    result,
    shown: () => journey.thread().find(line => line.includes('failed. Reply here')) ?? '',
    again: journey.later
  }
}
