import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { JOB, LOGGED, NOT_LET_IN, notDelivered } from '../support/refusals.ts'

it('marks a refused reply, and lets the next one go', async () => {
  const { agent, command, reply, runDue, advance, card, thread } = await startJourney()
  agent.addJob({ ...JOB, life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  agent.fail('send', { status: 400, body: '{"error":"too long"}' })
  await reply('shorten it')
  await reply('then rename it')
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: shorten it ❌',
    'Ben: then rename it 📨',
    'bot: @Ben, not delivered: the agent can’t take this instruction. It said: “too long”. Change it, then send it again.'
  ])
  expect(card()).toContain('⏳ *job_8f2* · working')
})

it('leaves nothing in the channel of a command for a job that does not exist, and costs nothing', async () => {
  const { slack, agent, channel, command, advance, posts, looks } = await startJourney()
  const long = `add examples ${'and more '.repeat(40)}`.trim()
  await command(`job_nope ${long}`)
  await advance(60_000)
  expect(slack.messages(channel)).toEqual([])
  expect([posts(), looks()]).toEqual([0, 1])
  expect(agent.budgetUsed()).toBe(0)
})

it('tells its author directly when the command can no longer be answered', async () => {
  const { slack, channel, ana, command, sleep, advance } = await startJourney()
  await command('job_nope add examples')
  await sleep(45 * 60_000)
  await advance(1_000)
  expect(slack.messages(slack.directChannel(ana).id).map(({ text }) => text)).toEqual([
    `Not sent from <#${channel}>: there’s no job *job_nope* here. Check the id, then send it again.\n>add examples`
  ])
})

it('lets the next command for the job open the thread when the first one was refused', async () => {
  const { agent, command, advance, card, told } = await startJourney()
  agent.addJob(JOB)
  agent.fail('read', { status: 404 })
  await command('job_8f2 add examples')
  await command('job_8f2 shorten it')
  await advance(10_000)
  expect(told()).toHaveLength(1)
  expect(card()).toContain('\n>shorten it\n')
})

it('says on the card of a refused instruction what the job works on, once that is known', async () => {
  const { slack, agent, ana, command, runDue, advance, card } = await startJourney({ errors: [LOGGED] })
  agent.addJob(JOB)
  agent.fail('read', { status: 503, times: 3 })
  await command('job_8f2 add examples')
  agent.fail('read', { status: 401 })
  await runDue()
  expect(card()).not.toContain('acme/docs')
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana] }).id
  await command('job_8f2 add tests', { channel: api })
  await advance(2_000)
  expect(card()).toBe(notDelivered(NOT_LET_IN.replace('the agent', 'The agent')))
})
