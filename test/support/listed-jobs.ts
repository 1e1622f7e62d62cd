import { startWatching } from './watched-job.ts'

const FOREVER = { life: { ends: 'never' } } as const

/** Ana and Ben steer jobs in #docs; Ana also in a public channel, in a private one and in a direct message. */
export async function startWithListedJobs() {
  const journey = await startWatching()
  const { slack, agent, ana, command, advance } = journey
  const jobs = ['job_ben', 'job_plans', 'job_secret', 'job_direct', 'job_done', 'job_lost']
  for (const id of jobs) agent.addJob({ id, ...FOREVER })
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana] }).id
  const direct = slack.directChannel(ana).id
  const send = async (text: string, where: { by?: string; channel?: string } = {}) => {
    await command(text, where)
    // A channel takes one message a second.
    await advance(2_000)
  }
  const rows = async (where: { by?: string; channel?: string } = {}) =>
    (await command('list', where)).split('\n').filter(line => line.startsWith('| '))
  return { ...journey, plans, secret, direct, send, rows }
}
