import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'
import { forOperator, JOB, NO_JOB, NOT_ALLOWED, NOT_LET_IN, notDelivered, SEND_FOLLOWUP } from '../support/refusals.ts'

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
    'a 422',
    { status: 422 },
    'the agent turned this down. It said: “Unprocessable Entity”. Try again later, or ask whoever runs this bot.'
  ],
  [
    'a redirect',
    { kind: 'redirect' },
    'the agent has moved, and I don’t know where. Ask whoever runs this bot, then send it again.'
  ]
]

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

it('leaves nothing in the channel of a command for a job that does not exist, and costs nothing', async () => {
  const { slack, agent, channel, command, advance, posts, looks } = await startJourney()
  const long = `add examples ${'and more '.repeat(40)}`.trim()
  await command(`job_nope ${long}`)
  await advance(60_000)
  expect(slack.messages(channel)).toEqual([])
  expect([posts(), looks()]).toEqual([0, 1])
  expect(agent.budgetUsed()).toBe(0)
})
