import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { type Journey, type JourneyOptions, startJourney } from './journey.ts'

export type WatchedJob = Journey & {
  /** What reached the agent after the first instruction. */
  later(): string[]
  /** What somebody was told in direct messages with the bot, oldest first. */
  direct(user?: string): string[]
}

/** A journey in which Ana's instruction has reached job_8f2, and the bot is watching it. */
export async function startWatching(options: JourneyOptions = {}, job: Partial<NewJob> = {}): Promise<WatchedJob> {
  const journey = await startJourney(options)
  const { slack, agent, ana, command, runDue } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' }, ...job })
  await command('job_8f2 add examples')
  await runDue()
  return {
    ...journey,
    later: () =>
      agent
        .sends()
        .map(({ prompt }) => prompt)
        .slice(1),
    direct: (user = ana) => slack.messages(slack.directChannel(user).id).map(({ text }) => text)
  }
}
