import { expect, it } from 'vitest'
import { SlackLockedOut, SlackRefusal, SlackTooMuch, SlackUnclear } from '../../src/slack/slack-failure.ts'
import { createMemorySlack } from './memory-slack.ts'
import { postOf, START, startOutbox } from './start-outbox.ts'

const unclear = { error: new SlackUnclear('ECONNRESET') }
const tooMuch = { error: new SlackTooMuch() }
const DAY = 24 * 3_600_000

/** A message that may or may not have arrived. */
async function startInDoubt(id: string, changes: Parameters<typeof postOf>[1] = {}, arrived = false) {
  const memory = createMemorySlack()
  const outbox = await startOutbox(memory.slack)
  await outbox.add(postOf(id, changes))
  memory.faults.post.push({ ...unclear, arrived })
  await expect(outbox.post(id)).rejects.toBe(unclear.error)
  outbox.clock.now = START + 15_000
  return { ...memory, ...outbox }
}

it('a message in lasting doubt is not posted again, and is given up after a day', async () => {
  const { messages, faults, givenUp, post, clock, isPosting } = await startInDoubt('card', {}, true)
  faults.find.push(tooMuch, tooMuch, tooMuch)
  await expect(post('card')).rejects.toBe(tooMuch.error)
  clock.now = START + DAY - 60_000
  await expect(post('card')).rejects.toBe(tooMuch.error)
  expect(givenUp).toEqual([])

  clock.now = START + DAY
  await post('card')
  expect(givenUp).toEqual([['card', 'in doubt']])
  expect(await isPosting('C1')).toBe(false)
  clock.now += DAY
  await post('card')
  expect(messages).toHaveLength(1)
  expect(givenUp).toHaveLength(1)
})

it('an inconclusive read-back is not repeated within ten minutes', async () => {
  const { faults, post } = await startInDoubt('card')
  faults.find.push(tooMuch)
  await expect(post('card')).rejects.toMatchObject({ retryAfterMs: 10 * 60_000 })
})

it('a day-long outage of Slack gives up no message: it is found when Slack answers again', async () => {
  const { messages, faults, givenUp, posted, post, clock } = await startInDoubt('card', {}, true)
  clock.now = START + 2 * DAY
  faults.find.push(unclear)
  await expect(post('card')).rejects.toBe(unclear.error)
  clock.now += 60_000
  await post('card')
  expect(messages).toHaveLength(1)
  expect(posted).toEqual([['card', messages[0]?.ts]])
  expect(givenUp).toEqual([])
})

it('a message in doubt is given up once when its place can no longer be read', async () => {
  const { messages, faults, givenUp, post, clock } = await startInDoubt('result', { threadTs: '1.2' })
  faults.find.push({ error: new SlackRefusal('channel_not_found') })
  await post('result')
  clock.now += 60_000
  await post('result')
  expect(givenUp).toEqual([['result', 'channel_not_found']])
  expect(messages).toEqual([])
})

it('a card in doubt is given up once when Slack no longer accepts the token', async () => {
  const { faults, givenUp, post } = await startInDoubt('card')
  faults.find.push({ error: new SlackLockedOut('token_revoked') })
  await post('card')
  expect(givenUp).toEqual([['card', 'token_revoked']])
})
