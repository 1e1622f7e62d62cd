import { type Journey, type JourneyOptions, startJourney } from './journey.ts'

export const ON = { SLACK_THREAD_STATUS: 'on' }
export const STATUS = 'is working on job_8f2…'
export const METHOD = 'assistant.threads.setStatus'

/** Ana's instruction is being worked on. */
export async function startWork(options: JourneyOptions = {}): Promise<Journey & { status: () => string | undefined }> {
  const journey = await startJourney({ env: ON, ...options })
  const { slack, agent, channel, command, runDue, find } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  const card = find('job_8f2')
  return { ...journey, status: () => slack.threadStatusOf(channel, card) }
}
