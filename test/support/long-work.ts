import { type Journey, type JourneyOptions, startJourney } from './journey.ts'
import { rememberWork } from './usual-work.ts'

const MINUTE = 60_000
const REPOSITORY = 'acme/docs'

/** Ana's instruction is with job_8f2, in a repository where work usually takes five minutes. */
export async function startLongWork(options: JourneyOptions = {}, ends = 5): Promise<Journey> {
  const journey = await startJourney(options)
  const { agent, database, command, runDue } = journey
  await rememberWork(
    database,
    REPOSITORY,
    Array.from({ length: ends }, () => 5 * MINUTE)
  )
  agent.addJob({ id: 'job_8f2', repository: REPOSITORY, life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  return journey
}
