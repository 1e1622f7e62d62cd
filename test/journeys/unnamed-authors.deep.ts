import { expect, it } from 'vitest'
import type { Journey } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const prompts = ({ agent }: Journey) => agent.sends().map(({ prompt }) => prompt)

it('keeps the order of replies that lay there for minutes when Slack then does not name the first author at once', async () => {
  const journey = await startWatching()
  const { slack, reply, pass, advance, ana } = journey
  slack.fail('users.info', { error: 'internal_error', times: 2 })
  await reply('step 1')
  await reply('step 2', { by: ana })
  // As if no process had served the project meanwhile.
  await pass(3 * 60_000)
  await advance(60_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 1', 'step 2'])
})

it('does not wait forever for a reply whose author Slack never names', async () => {
  const journey = await startWatching()
  const { slack, reply, advance, ana, thread } = journey
  slack.fail('users.info', { error: 'internal_error', times: 20 })
  await reply('step 1')
  await reply('step 2', { by: ana })
  await advance(62_000)
  expect(thread()).toEqual(['Ben: step 1', 'Ana: step 2 📨'])
  slack.clearFaults()
  await advance(60_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 2', 'step 1'])
})

it('gives a reply back after an hour without its author’s name, and does not send it later', async () => {
  const journey = await startWatching()
  const { slack, reply, advance, sleep, ben, told } = journey
  slack.fail('users.info', { error: 'internal_error', times: 'until cleared' })
  await reply('step 1')
  await reply('status')
  await advance(60_000)
  await sleep(3_400_000)
  expect(told(ben)).toEqual([])
  await sleep(200_000)
  const because = 'Slack couldn’t tell me who you are. Try again in a minute.'
  expect(told(ben).toSorted()).toEqual([`Not done: ${because}`, `Not sent: ${because}\n>step 1`])
  slack.clearFaults()
  await advance(60_000)
  expect(prompts(journey)).toEqual(['add examples'])
})

it('lets the next one go at once when the earlier reply turns out to be a guest’s', async () => {
  const journey = await startWatching()
  const { slack, channel, reply, advance, ana, told } = journey
  const guest = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
  await slack.invite(channel, guest)
  slack.fail('users.info', { error: 'internal_error', times: 2 })
  await slack.say({ user: guest, channel, text: 'step 1', threadTs: journey.cardTs() })
  await reply('step 2', { by: ana })
  await advance(8_000)
  expect(told(guest)[0]).toContain('step 1')
  expect(prompts(journey)).toEqual(['add examples', 'step 2'])
})

it('does not send a reply that is deleted before Slack says who wrote it', async () => {
  const journey = await startWatching()
  const { slack, channel, reply, advance, runDue, ana } = journey
  slack.fail('users.info', { error: 'internal_error' })
  const { ts } = await reply('step 1')
  await runDue()
  await reply('step 2', { by: ana })
  await slack.remove({ channel, messageTs: ts })
  await advance(30_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 2'])
})

it('tells everybody waiting directly when Slack rejects their shared message', async () => {
  const { slack, agent, ana, ben, reply, advance, direct } = await startWatching()
  await reply('step 1')
  await reply('step 2', { by: ana })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  slack.fail('chat.postMessage', { error: 'not_in_channel' })
  await advance(120_000)
  const words = expect.stringContaining(
    'I couldn’t write in <#C0DOCS>, so here it is: <@U0ANA> <@U0BEN>, *job_8f2* finished, no pull request.'
  )
  expect([direct(ana), direct(ben)]).toEqual([[words], [words]])
})

it('keeps the order when it was unclear for minutes whether Slack had taken the card above the first one', async () => {
  const journey = await startWatching()
  const { slack, ana, ben, command, reply, runDue, advance } = journey
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.history', { status: 500, times: 'until cleared' })
  await command('job_8f2 step 1', { channel: api })
  await runDue()
  const card = slack.messages(api)[0]?.ts
  await slack.say({ user: ben, channel: api, text: 'step 2', ...(card && { threadTs: card }) })
  await advance(100_000)
  await reply('step 3', { by: ana })
  await runDue()
  slack.clearFaults()
  await advance(120_000)
  expect(prompts(journey)).toEqual(['add examples', 'step 1', 'step 2', 'step 3'])
})
