import { type JourneyOptions, startJourney } from './journey.ts'

/** A job, and somebody who speaks to the bot instead of typing a command. */
export async function startTalking(options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, channel, ana } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  return {
    ...journey,
    say: (text: string, threadTs?: string) => slack.say({ user: ana, channel, text, ...(threadTs && { threadTs }) }),
    sent: () => agent.sends().map(({ prompt }) => prompt),
    marks: (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  }
}
