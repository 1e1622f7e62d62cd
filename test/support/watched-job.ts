import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { asShown } from './as-shown.ts'
import { createFormUser } from './form.ts'
import { type Journey, type JourneyOptions, startJourney } from './journey.ts'

export type WatchedJob = Journey & {
  /** What reached the agent after the first instruction. */
  later(): string[]
  /** What somebody was told in direct messages with the bot, oldest first. */
  direct(user?: string): string[]
}

/** A journey with job_8f2, of which nobody has asked anything yet. */
export async function startWithJob(options: JourneyOptions = {}, job: Partial<NewJob> = {}): Promise<Journey> {
  const journey = await startJourney(options)
  journey.job('job_8f2', job)
  return journey
}

/** A journey in which Ana's instruction has reached job_8f2, and the bot is watching it. */
export async function startWatching(options: JourneyOptions = {}, job: Partial<NewJob> = {}): Promise<WatchedJob> {
  const journey = await startWithJob(options, job)
  const { slack, agent, ana, command, runDue } = journey
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

/** A job, and Ana with a form. */
export async function startForm(options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, channel, ana } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  const form = createFormUser(journey)
  return {
    ...journey,
    form,
    /** Ana types the command alone, or with an id. */
    async open(text = '', where = channel) {
      await slack.command({ user: ana, channel: where, text })
      await form.opened()
    },
    sent: () => agent.sends().map(({ prompt }) => prompt),
    /** What the bot wrote to Ana directly. */
    direct: () => slack.messages(slack.directChannel(ana).id).map(asShown)
  }
}
