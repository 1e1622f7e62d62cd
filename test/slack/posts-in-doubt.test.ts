import { describe, expect, it } from 'vitest'
import {
  IN_DOUBT,
  SlackBusy,
  SlackLockedOut,
  SlackRefusal,
  SlackTooMuch,
  SlackUnclear
} from '../../src/slack/slack-failure.ts'
import { postOf, START, startOutbox } from './start-outbox.ts'

const unclear = { error: new SlackUnclear('ECONNRESET') }

it('a process that paused after claiming a message does not post it, and the next try does', async () => {
  const { slack, messages, lookBacks, add, post, deps, clock } = await startOutbox()
  await add(postOf('card'))
  const late: typeof slack.post = (...call) => {
    clock.monotonicMs += 4_000
    return slack.post(...call)
  }
  await expect(post('card', { ...deps, slack: { ...slack, post: late } })).rejects.toBeInstanceOf(SlackBusy)
  expect(messages).toEqual([])
  clock.now += 1_000
  await post('card')
  expect(messages).toHaveLength(1)
  // Slack was not called, so there is nothing to look for.
  expect(lookBacks).toEqual([])
})

it('doubt survives a try that came too late', async () => {
  const { slack, messages, faults, lookBacks, add, post, deps, clock } = await startOutbox()
  await add(postOf('card'))
  faults.post.push({ ...unclear, arrived: true })
  faults.find.push(unclear)
  await expect(post('card')).rejects.toBe(unclear.error)
  clock.now += 15_000
  const blind: typeof slack.findPosted = async (...call) => {
    await slack.findPosted(...call).catch(() => {})
    return undefined
  }
  const late: typeof slack.post = (...call) => {
    clock.monotonicMs += 4_000
    return slack.post(...call)
  }
  const held = { ...slack, findPosted: blind, post: late }
  await expect(post('card', { ...deps, slack: held })).rejects.toBeInstanceOf(SlackBusy)
  clock.now += 1_000
  await post('card')
  expect(messages).toHaveLength(1)
  expect(new Set(lookBacks.map(({ period }) => period.untilMs)).size).toBe(1)
})

it('of two processes that look for a message in vain, the overtaken one does not post it', async () => {
  const { slack, messages, faults, add, post, deps, clock, posted } = await startOutbox()
  await add(postOf('card'))
  faults.post.push(unclear)
  await expect(post('card')).rejects.toBe(unclear.error)
  clock.now += 15_000
  const findPosted: typeof slack.findPosted = async (...call) => {
    const found = await slack.findPosted(...call)
    clock.now += 15_000
    await post('card')
    return found
  }
  await post('card', { ...deps, slack: { ...slack, findPosted } })
  expect(messages).toHaveLength(1)
  expect(posted).toHaveLength(1)
})

describe('a clock that was briefly an hour ahead', () => {
  const HOUR = 3_600_000

  it('does not silence the channels posted to meanwhile', async () => {
    const { messages, add, post, clock } = await startOutbox()
    for (const id of ['one', 'two', 'three']) await add(postOf(id))
    clock.now += HOUR
    await post('one')
    await expect(post('two')).rejects.toBeInstanceOf(SlackBusy)
    clock.now -= HOUR
    await post('two')
    await expect(post('three')).rejects.toMatchObject({ retryAfterMs: 1_000 })
    clock.now += 1_000
    await post('three')
    expect(messages).toHaveLength(3)
  })

  it('neither holds back nor repeats a message whose post was unclear then', async () => {
    const { messages, faults, lookBacks, add, post, posted, clock } = await startOutbox()
    await add(postOf('card'))
    clock.now += HOUR
    faults.post.push({ ...unclear, arrived: true })
    await expect(post('card')).rejects.toBe(unclear.error)
    clock.now -= HOUR
    await expect(post('card')).rejects.toMatchObject({ retryAfterMs: 15_000 })
    clock.now += 15_000
    await post('card')
    expect(messages).toHaveLength(1)
    expect(posted).toHaveLength(1)
    expect(lookBacks[0]?.period.sinceMs).toBeLessThan(START)
    expect(lookBacks[0]?.period.untilMs).toBeGreaterThan(START + HOUR)
  })
})

const tooMuch = { error: new SlackTooMuch() }
const DAY = 24 * 3_600_000

/** A message that may or may not have arrived. */
async function startInDoubt(id: string, changes: Parameters<typeof postOf>[1] = {}, arrived = false) {
  const outbox = await startOutbox()
  await outbox.add(postOf(id, changes))
  outbox.faults.post.push({ ...unclear, arrived })
  await expect(outbox.post(id)).rejects.toBe(unclear.error)
  outbox.clock.now = START + 15_000
  return outbox
}

it('a message in lasting doubt is not posted again, and is given up after a day', async () => {
  const { messages, faults, givenUp, post, clock, isPosting } = await startInDoubt('card', {}, true)
  faults.find.push(tooMuch, tooMuch, tooMuch)
  await expect(post('card')).rejects.toMatchObject({ retryAfterMs: 10 * 60_000 })
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

it.each([
  ['its place can no longer be read', 'result', { threadTs: '1.2' }, new SlackRefusal('channel_not_found'), IN_DOUBT],
  ['Slack no longer accepts the token', 'card', {}, new SlackLockedOut('token_revoked'), 'token_revoked']
])('a message in doubt is given up once when %s', async (_, id, changes, error, code) => {
  const { messages, faults, givenUp, post, clock } = await startInDoubt(id, changes)
  faults.find.push({ error })
  await post(id)
  clock.now += 60_000
  await post(id)
  expect(givenUp).toEqual([[id, code]])
  expect(messages).toEqual([])
})
