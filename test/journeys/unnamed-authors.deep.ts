import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const MINUTE = 60_000

/** Ben writes “step 1”, and so many times Slack does not say who that was; Ana writes “step 2” after that. */
async function startUnnamed(times: number | 'until cleared') {
  const journey = await startWatching()
  const { slack, ana, reply } = journey
  slack.fail('users.info', { error: 'internal_error', times })
  const { ts } = await reply('step 1')
  return { ...journey, ts, writeNext: () => reply('step 2', { by: ana }) }
}

it('keeps the order of replies that lay there for minutes when Slack then does not name the first author at once', async () => {
  const { writeNext, pass, advance, later } = await startUnnamed(2)
  await writeNext()
  // As if no process had served the project meanwhile.
  await pass(3 * MINUTE)
  await advance(MINUTE)
  expect(later()).toEqual(['step 1', 'step 2'])
})

it('does not wait forever for a reply whose author Slack never names', async () => {
  const { slack, writeNext, advance, thread, later } = await startUnnamed(20)
  await writeNext()
  await advance(50_000)
  expect(later()).toEqual([])
  await advance(12_000)
  expect(thread()).toEqual(['Ben: step 1', 'Ana: step 2 📨'])
  slack.clearFaults()
  await advance(MINUTE)
  expect(later()).toEqual(['step 2', 'step 1'])
})

it('tells whoever Slack refuses to name that their word for the bot was not followed', async () => {
  const { slack, ben, tell, advance, told } = await startWatching({ errors: ['A task failed for good'] })
  slack.fail('users.info', { error: 'missing_scope', times: 'until cleared' })
  for (const word of ['only mentions', 'status', 'watch job_8f2', 'stop']) await tell(word)
  await advance(MINUTE)
  const notDone = 'Not done: I can’t do that right now. Try again in a minute.'
  expect(told(ben)).toEqual([notDone, notDone, notDone, notDone])
})

it('does not send a reply that is deleted before Slack says who wrote it', async () => {
  const { slack, channel, ts, writeNext, runDue, advance, later } = await startUnnamed(1)
  await runDue()
  await writeNext()
  await slack.remove({ channel, messageTs: ts })
  await advance(30_000)
  expect(later()).toEqual(['step 2'])
})

it('gives a reply back after an hour without its author’s name, and does not send it later', async () => {
  const { slack, reply, advance, sleep, ben, told, later } = await startUnnamed('until cleared')
  await reply('status')
  await advance(MINUTE)
  await sleep(3_400_000)
  expect(told(ben)).toEqual([])
  await sleep(200_000)
  const because = 'Slack couldn’t tell me who you are. Try again in a minute.'
  expect(told(ben).toSorted()).toEqual([`Not done: ${because}`, `Not sent: ${because}\n>step 1`])
  slack.clearFaults()
  await advance(MINUTE)
  expect(later()).toEqual([])
})

it('keeps the order when it was unclear for minutes whether Slack had taken the card above the first one', async () => {
  const { slack, ana, ben, command, reply, runDue, advance, later } = await startWatching()
  const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.history', { status: 500, times: 'until cleared' })
  await command('job_8f2 step 1', { channel })
  await runDue()
  await reply('step 2', { channel, to: slack.messages(channel)[0]?.ts })
  await advance(100_000)
  await reply('step 3', { by: ana })
  await runDue()
  slack.clearFaults()
  await advance(2 * MINUTE)
  expect(later()).toEqual(['step 1', 'step 2', 'step 3'])
})
