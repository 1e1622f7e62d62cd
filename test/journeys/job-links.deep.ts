import { expect, it } from 'vitest'
import { startWatching, startWithJob } from '../support/journey.ts'

it('takes the link of a job’s page for its id, also the first time, once it is known what such links look like', async () => {
  const env = { AGENT_JOB_LINK: 'https://agents.example/runs/{jobId}' }
  const { agent, command, runDue } = await startWithJob({ env })
  expect(await command('<https://agents.example/runs/job_8f2?tab=log|agents.example/runs> add examples')).toBe('')
  await runDue()
  expect(agent.sends()).toMatchObject([{ jobId: 'job_8f2', prompt: 'add examples' }])
  expect(await command('status <https://agents.example/runs/job_8f2>')).toContain('“add examples”')
  expect(await command('https://agents.example/help job_8f2 fix it')).toMatch(/^Not sent: which job is it for\?/)
})

it('takes the link of a card, or of a message in its thread, for the job', async () => {
  const { slack, channel, cardTs, command, advance, later, type, tell } = await startWatching()
  await advance(1_000)
  const link = (ts: string, rest = '') =>
    `https://stand-in.slack.com/archives/${channel}/p${ts.replace('.', '')}${rest}`
  expect(await type(`<${link(cardTs())}> add tests`)).toBe('')
  const ts = await tell('and more')
  expect(await command(`status <${link(ts, `?thread_ts=${cardTs()}&amp;cid=${channel}`)}>`)).toMatch(/^\*job_8f2\*: /)
  expect(later()).toEqual(['add tests', 'and more'])
  const { ts: lunch } = await slack.say({ user: 'U0BEN', channel, text: 'lunch?' })
  expect(await command(`<${link(lunch)}> fix it`)).toMatch(
    /^Not sent: which job is it for\? No job in this channel matches /
  )
})

it('understands the link of a card elsewhere only if whoever pastes it can see that channel', async () => {
  const { slack, ana, ben, command, job, type } = await startWatching()
  for (const id of ['job_open', 'job_secret', 'job_direct']) job(id)
  const open = slack.addChannel({ name: 'open', members: [ana] }).id
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana] }).id
  const direct = slack.directChannel(ana).id
  const cardOf = async (jobId: string, channel: string) => {
    await type(`${jobId} go`, { channel })
    const [card] = slack.messages(channel)
    return `<https://stand-in.slack.com/archives/${channel}/p${card?.ts.replace('.', '')}>`
  }
  const links = [await cardOf('job_open', open), await cardOf('job_direct', direct), await cardOf('job_secret', secret)]
  const seen = async (by: string) => {
    const found: (string | undefined)[] = []
    for (const link of links) found.push(/^\*(\w+)\*: /.exec(await command(`status ${link}`, { by }))?.[1])
    return found
  }
  expect(await seen(ana)).toEqual(['job_open', 'job_direct', undefined])
  expect(await seen(ben)).toEqual(['job_open', undefined, undefined])
})
