import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'

const JOB = { id: 'job_8f2', repository: 'https://github.com/acme/docs', ref: 'agent/quickstart' }

const SEND_FOLLOWUP = '[Send follow-up]'

const notDelivered = (why: string) => `❌ *job_8f2* · not delivered
>add examples
— acme/docs on \`agent/quickstart\` · @Ana · 2026-11-20 14:00
— ${why}
${SEND_FOLLOWUP}`

const NOT_LET_IN = 'the agent isn’t letting me in right now. Ask whoever runs this bot, then send it again.'
const NO_JOB = 'there’s no job *job_8f2* here. Check the id, then send it again.'
const NOT_ALLOWED = 'I’m not allowed to use that job. Ask whoever runs this bot, then send it again.'

const REFUSALS: [string, Fault, string][] = [
  [
    'a 400',
    { status: 400, body: '{"error":"the prompt is <too> long & odd"}' },
    'the agent can’t take this instruction. It said: “the prompt is <too> long & odd”. Change it, then send it again.'
  ],
  [
    'a 400 without words',
    { status: 400, body: '' },
    'the agent can’t take this instruction. Change it, then send it again.'
  ],
  ['a 401', { status: 401 }, NOT_LET_IN],
  ['a 403', { status: 403 }, NOT_ALLOWED],
  ['a 404', { status: 404 }, NO_JOB],
  [
    'a 409',
    { status: 409 },
    'the agent turned this down. It said: “Conflict”. Try again later, or ask whoever runs this bot.'
  ],
  [
    'a redirect',
    { kind: 'redirect' },
    'the agent has moved, and I don’t know where. Ask whoever runs this bot, then send it again.'
  ]
]

const LOGGED = 'The agent service refuses requests from this bot'
/** The operator has to act. */
const forOperator = (words: string) => (/Ask whoever runs this bot/.test(words) ? [LOGGED] : [])

describe.each(REFUSALS)('an instruction that the agent service answers with %s', (_, fault, words) => {
  it('is not delivered, and the thread says why and what to do', async () => {
    const { agent, command, advance, card, thread, posts } = await startJourney({ errors: forOperator(words) })
    agent.addJob(JOB)
    agent.fail('send', fault)
    await command('job_8f2 add examples')
    await advance(3_600_000)
    const known = notDelivered(words.charAt(0).toUpperCase() + words.slice(1))
    // A job that is not there takes no other instruction either.
    expect(card()).toBe(words === NO_JOB ? known.replace(`\n${SEND_FOLLOWUP}`, '') : known)
    expect(thread()).toEqual([`bot: @Ana, not delivered: ${words}`])
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
    'bot: @Ben, not delivered: the agent can’t take this instruction. It said: “too long”. Change it, then send it again.'
  ])
  expect(card()).toContain('⏳ *job_8f2* · working')
})

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
