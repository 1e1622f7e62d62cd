import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'

const JOB = { id: 'job_8f2', repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

const NOT_DELIVERED = `*job_8f2* · not delivered
>add examples
— project-1 · acme/docs on \`agent/quickstart\` · asked by @Ana · 2026-11-20 14:00`

const REFUSALS: [string, Fault, string][] = [
  [
    'a 400',
    { status: 400, body: '{"error":"the prompt is <too> long & odd"}' },
    '@Ana, not delivered: the agent service does not take these words for *job_8f2*. It said: “the prompt is <too> long & odd”. Change them and send again.'
  ],
  [
    'a 400 without words',
    { status: 400, body: '' },
    '@Ana, not delivered: the agent service does not take these words for *job_8f2*. Change them and send again.'
  ],
  [
    'a 401',
    { status: 401 },
    '@Ana, not delivered: the agent service refuses this bot’s key, so nothing reaches *job_8f2*. The operator has to renew the key; send it again after that.'
  ],
  [
    'a 403',
    { status: 403 },
    '@Ana, not delivered: the agent service does not let this bot’s key use *job_8f2*. The operator has to look into the key’s rights; send it again after that.'
  ],
  [
    'a 404',
    { status: 404 },
    '@Ana, not delivered: there is no job *job_8f2* in this project. Check the id and send it again.'
  ],
  [
    'a 409',
    { status: 409 },
    '@Ana, not delivered: the agent service turned this down for *job_8f2*. It said: “Conflict”. Send it again later; if that does not help, tell the operator.'
  ],
  [
    'a redirect',
    { kind: 'redirect' },
    '@Ana, not delivered: the agent service has moved, so nothing reaches *job_8f2*. The operator has to give me the new address; send it again after that.'
  ]
]

const LOGGED = 'The agent service refuses requests from this bot'
/** The operator has to act. */
const forOperator = (words: string) => (/The operator has to/.test(words) ? [LOGGED] : [])

describe.each(REFUSALS)('an instruction that the agent service answers with %s', (_, fault, words) => {
  it('is not delivered, and the thread says why and what to do', async () => {
    const { agent, command, advance, card, thread, posts } = await startJourney({ errors: forOperator(words) })
    agent.addJob(JOB)
    agent.fail('send', fault)
    await command('job_8f2 add examples')
    await advance(3_600_000)
    expect(card()).toBe(NOT_DELIVERED)
    expect(thread()).toEqual([`bot: ${words}`])
    expect(posts()).toBe(1)
  })
})

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
    'bot: @Ben, not delivered: the agent service does not take these words for *job_8f2*. It said: “too long”. Change them and send again.'
  ])
  expect(card()).toContain('*job_8f2* · working')
})

const READS: [string, Fault, string][] = [
  ['is unknown', { status: 404 }, 'there is no job *job_8f2* in this project. Check the id and send it again.'],
  [
    'may not be read',
    { status: 403 },
    'the agent service does not let this bot’s key use *job_8f2*. The operator has to look into the key’s rights; send it again after that.'
  ],
  [
    'is read with a key that is refused',
    { status: 401 },
    'the agent service refuses this bot’s key, so nothing reaches *job_8f2*. The operator has to renew the key; send it again after that.'
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
    expect(told()).toEqual([`Nothing was sent: ${words} Your words:\n>add examples`])
    expect(slack.messages(channel)).toEqual([])
    expect(posts()).toBe(0)
  }
)

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
    `About <#${channel}>: nothing was sent: there is no job *job_nope* in this project. Check the id and send it again. Your words:`
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
  expect(card()).toContain('>shorten it')
})
