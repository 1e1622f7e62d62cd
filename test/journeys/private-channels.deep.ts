import { expect, it } from 'vitest'
import { createFormUser } from '../support/form.ts'
import { startWatching } from '../support/watched-job.ts'

/** Ana steers a job in #docs, one in a public channel, one in a private channel and one in a direct message. */
async function startEverywhere() {
  const journey = await startWatching({ hourlyLimit: 1 })
  const { slack, agent, ana, command, advance } = journey
  const plans = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana] }).id
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana] }).id
  const direct = slack.directChannel(ana).id
  for (const [id, channel] of Object.entries({ job_plans: plans, job_secret: secret, job_direct: direct })) {
    agent.addJob({ id, life: { ends: 'never' } })
    await command(`${id} plan the merger`, { channel })
    await advance(2_000)
  }
  const form = createFormUser(journey)
  /** The same question in all ways that Ana has. */
  async function askAll(channel: string, jobId: string) {
    await slack.command({ user: ana, channel, text: '' })
    await form.opened()
    return {
      status: await command(`status ${jobId}`, { channel }),
      list: await command('list', { channel }),
      form: (await form.suggest('the merger')).join('\n')
    }
  }
  return { ...journey, secret, direct, askAll }
}

it('tells whoever asks in one channel nothing of a private one, not even of their own, whichever way they ask', async () => {
  const { channel, direct, askAll } = await startEverywhere()
  for (const place of [channel, direct]) {
    const { status, ...lists } = await askAll(place, 'job_secret')
    expect(status).toMatch(/^\*job_secret\*: \*finished\* · example\/shop on `main`\nAs of 14:00\.$/)
    for (const [way, list] of Object.entries(lists)) expect(list, way).not.toMatch(/secret/i)
  }
})

it('tells them of their own in public channels and in direct messages, and where they are', async () => {
  const { channel, secret, askAll } = await startEverywhere()
  for (const [place, jobId] of [
    [channel, 'job_plans'],
    [channel, 'job_direct'],
    [secret, 'job_plans'],
    [secret, 'job_secret']
  ] as const) {
    const { status, ...lists } = await askAll(place, jobId)
    expect(status).toContain('“plan the merger”')
    for (const [way, list] of Object.entries(lists)) expect(list, way).toContain(jobId)
  }
})
