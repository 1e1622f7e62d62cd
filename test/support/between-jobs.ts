import type { JourneyOptions } from './journey.ts'
import { startWatching } from './watched-job.ts'

export const LINK = 'https://agents.example/runs'

/** Two jobs of #docs; Ben writes in the thread of job_8f2. */
export async function startBetween(options: JourneyOptions = {}) {
  const journey = await startWatching({ env: { AGENT_JOB_LINK: `${LINK}/{jobId}` }, ...options })
  const { slack, agent, channel, ben, cardTs, command, reply, advance, pressAndHear, told } = journey
  const to = cardTs()
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await advance(2_000)
  await command('job_c90 write tests')
  await advance(3_000)
  return {
    ...journey,
    to,
    async write(text: string) {
      const { ts } = await reply(text, { to })
      await advance(3_000)
      return ts
    },
    async choose(actionId: string) {
      const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
      const answer = await pressAndHear(actionId, { on, by: ben })
      await advance(3_000)
      return answer
    },
    /** What reached which job since. */
    sent: () =>
      agent
        .sends()
        .slice(2)
        .map(({ jobId, prompt }) => `${jobId}: ${prompt}`),
    asked: () => told(ben)
  }
}
