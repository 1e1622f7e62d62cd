import type { JourneyOptions } from './journey.ts'
import { useSettings } from './settings.ts'
import { startWatching } from './watched-job.ts'

/** job_8f2 has a thread in #docs; nobody has asked job_c90 for anything. */
export async function startWithTwoJobs(options: JourneyOptions = {}) {
  const journey = useSettings(await startWatching(options))
  const { agent, slack, ana } = journey
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  return {
    ...journey,
    own: slack.directChannel(ana).id,
    toJob: (jobId: string) =>
      agent
        .sends()
        .filter(send => send.jobId === jobId)
        .map(({ prompt }) => prompt),
    /** The job that the form has when it opens. */
    async formJob(user: string, channel = journey.channel) {
      await slack.command({ user, channel, text: '' })
      const shown = await journey.opened(user)
      await slack.closeView({ user })
      return shown.find(line => line.startsWith('Job:'))
    }
  }
}
