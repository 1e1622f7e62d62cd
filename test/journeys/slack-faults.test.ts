import { describe, expect, it } from 'vitest'
import type { Fault } from '../../src/sandbox/slack/faults.ts'
import { type JourneyOptions, startJourney } from '../support/journey.ts'

const RESULT =
  'bot, also in #docs: @Ana, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.'

type Case = { card?: Fault; result?: Fault; others?: [string, Fault][]; options?: JourneyOptions }

const AGAIN: Record<string, Case> = {
  'asks to wait before it takes the card': { card: { retryAfterS: 20 } },
  'asks to wait before it takes the result': { result: { retryAfterS: 20 } },
  'takes the card and loses its answer': { card: { reset: 'after' } },
  'takes the result and loses its answer': { result: { reset: 'after' } },
  'loses the card before it takes it': { card: { reset: 'before' } },
  'loses the result before it takes it': { result: { reset: 'before' } },
  'answers the card with a 500': { card: { httpStatus: 500 } },
  'answers the result with an internal error, three times': { result: { error: 'internal_error', times: 3 } },
  'loses the card’s answer, and then the question whether it is there': {
    card: { reset: 'after' },
    others: [['conversations.history', { httpStatus: 503 }]]
  },
  'loses the result’s answer, and then the question whether it is there': {
    result: { reset: 'after' },
    others: [['conversations.replies', { reset: 'before' }]]
  },
  'never answers the card': { card: { hang: true }, options: { slackTimeoutMs: 400 } },
  'never answers the result': { result: { hang: true }, options: { slackTimeoutMs: 400 } },
  'does not edit the card': { others: [['chat.update', { error: 'message_not_found', times: 2 }]] },
  'stumbles over every edit for a while': { others: [['chat.update', { error: 'internal_error', times: 4 }]] },
  'asks to wait before it edits': { others: [['chat.update', { retryAfterS: 10, times: 2 }]] }
}

describe.each(Object.entries(AGAIN))('when Slack %s', (_, { card, result, others = [], options }) => {
  it('posts one card and one result, and sends once', async () => {
    const { slack, agent, channel, command, settle, advance, thread, posts } = await startJourney(options)
    agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
    if (card) slack.fail('chat.postMessage', card)
    await command('job_8f2 add examples')
    await settle()
    for (const [method, fault] of others) slack.fail(method, fault)
    await advance(60_000)
    agent.finish('job_8f2')
    if (result) slack.fail('chat.postMessage', result)
    await advance(180_000)
    expect(thread().map(line => line.split('\n')[0])).toEqual([RESULT])
    expect(slack.messages(channel)).toHaveLength(2)
    expect(posts()).toBe(1)
  })
})

it.each(['message_not_found', 'too_many_reactions', 'internal_error'])(
  'ends in a result though a reply cannot be marked (%s)',
  async error => {
    const { slack, agent, command, reply, settle, advance, thread, posts } = await startJourney()
    agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
    await command('job_8f2 add examples')
    await settle()
    slack.fail('reactions.add', { error, times: 2 })
    await reply('shorten it')
    await advance(20_000)
    agent.finish('job_8f2')
    await advance(60_000)
    expect(thread().map(line => line.split('\n')[0])).toEqual([
      'Ben: shorten it ✅',
      RESULT.replace('@Ana', '@Ana @Ben')
    ])
    expect(posts()).toBe(2)
  }
)

it('answers privately in the end when Slack asks to wait with the answer', async () => {
  const { slack, agent, ben, command, reply, settle, advance, told } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await settle()
  slack.fail('chat.postEphemeral', { retryAfterS: 10 })
  await reply('status')
  await advance(30_000)
  expect(told(ben)).toHaveLength(1)
  expect(told(ben)[0]).toContain('*job_8f2*: *active*')
})

it('goes on over a restart between the answer that was lost and the next try', async () => {
  const { slack, agent, channel, command, settle, advance, restart, thread, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { worksMs: 10_000 } })
  slack.fail('chat.postMessage', { reset: 'after' })
  await command('job_8f2 add examples')
  await settle()
  await restart()
  await advance(120_000)
  expect(thread().map(line => line.split('\n')[0])).toEqual([RESULT])
  expect(slack.messages(channel)).toHaveLength(2)
  expect(posts()).toBe(1)
})
