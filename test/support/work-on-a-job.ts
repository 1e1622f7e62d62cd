import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { type Journey, type JourneyOptions, startJourney } from './journey.ts'

export const pull = (number: number) => `https://github.com/acme/docs/pull/${number}`
/** The link of what the job did before, and of what it does now. */
export const OLD = pull(1)
export const NEW = pull(2)

/** A journey in which Ana's instruction has reached job_8f2, which had finished before. */
export async function startOn(job: Partial<NewJob>, options: JourneyOptions = {}): Promise<Journey> {
  const journey = await startJourney(options)
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, ...job })
  await journey.command('job_8f2 add examples')
  await journey.runDue()
  return journey
}

/** The first line of every message in the thread. */
export const lines = ({ thread }: Journey) => thread().map(line => line.split('\n')[0])
