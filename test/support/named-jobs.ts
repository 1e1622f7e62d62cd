import { startWatching } from './watched-job.ts'

/** Two jobs in #docs, and one in a channel that nobody else should hear of. */
export async function startWithNamedJobs() {
  const journey = await startWatching()
  const { slack, agent, ana, command, advance, runDue } = journey
  for (const id of ['job_9', 'job_secret']) agent.addJob({ id, life: { ends: 'never' } })
  const plans = slack.addChannel({ name: 'plans', kind: 'private', members: [ana] }).id
  await command('job_secret plan <it>', { channel: plans })
  await advance(2_000)
  await command('job_9 fix `the` title')
  await runDue()
  const cards = () => slack.messages(journey.channel).length
  return { ...journey, plans, cards }
}
