import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'
import { forOperator, JOB, NO_JOB, NOT_ALLOWED, NOT_LET_IN, notDelivered } from '../support/refusals.ts'

const READS: [string, Fault, string][] = [
  ['is unknown', { status: 404 }, `Nothing was sent: ${NO_JOB} Your words:\n>job_8f2 add examples`],
  ['may not be read', { status: 403 }, `Nothing was sent to *job_8f2*: ${NOT_ALLOWED} Your words:\n>add examples`],
  [
    'is read with a key that is refused',
    { status: 401 },
    `Nothing was sent to *job_8f2*: ${NOT_LET_IN} Your words:\n>add examples`
  ]
]

it.each(READS)(
  'tells only its author when the job of a new command %s, and returns the words',
  async (_, fault, words) => {
    const { slack, agent, channel, command, advance, told, posts } = await startJourney({ errors: forOperator(words) })
    agent.addJob(JOB)
    agent.fail('read', fault)
    await command('job_8f2 add examples')
    await advance(60_000)
    expect(told()).toEqual([words])
    expect(slack.messages(channel)).toEqual([])
    expect(posts()).toBe(0)
  }
)

it('tells its author directly when the command can no longer be answered', async () => {
  const { slack, channel, ana, command, sleep, advance } = await startJourney()
  await command('job_nope add examples')
  await sleep(45 * 60_000)
  await advance(1_000)
  expect(slack.messages(slack.directChannel(ana).id).map(({ text }) => text)).toEqual([
    `Nothing was sent from <#${channel}>: there’s no job *job_nope* here. Check the id, then send it again. Your words:\n>job_nope add examples`
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

const REFUSED_KEY = 'The agent service refuses requests from this bot'

it('says on the card of a refused instruction what the job works on, once that is known', async () => {
  const { slack, agent, ana, command, runDue, advance, card } = await startJourney({ errors: [REFUSED_KEY] })
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
