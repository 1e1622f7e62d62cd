import { expect, it } from 'vitest'
import { postView } from '../../src/slack/outbox.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal, SlackUnclear } from '../../src/slack/slack-failure.ts'
import { postOf, START, startOutbox } from './start-outbox.ts'

const unclear = { error: new SlackUnclear('ECONNRESET') }
const busy = { error: new SlackBusy(30_000) }

it('a message is posted in its place, and its timestamp is recorded', async () => {
  const { messages, add, post, posted, postedTs } = await startOutbox()
  const message = { text: 'Finished', blocks: [], broadcast: true }
  await add(postOf('f_1:result', { threadTs: '1.2', message }))
  expect(await postedTs('f_1:result')).toBeUndefined()

  await post('f_1:result')
  expect(messages).toMatchObject([
    {
      place: { channelId: 'C1', threadTs: '1.2' },
      message: { text: 'Finished' },
      options: { operationId: 'f_1:result', broadcast: true }
    }
  ])
  expect(posted).toEqual([['f_1:result', messages[0]?.ts]])
  expect(await postedTs('f_1:result')).toBe(messages[0]?.ts)
})

it('adding a message twice adds it once', async () => {
  const { messages, add, post, posted, clock } = await startOutbox()
  await add(postOf('card'))
  await add(postOf('card', { message: { text: 'Something else', blocks: [] } }))
  await post('card')
  clock.now += 60_000
  await post('card')
  // One that opens a thread is neither posted in one nor broadcast.
  const opening = { place: { channelId: 'C1' }, message: { text: 'message card' }, options: { broadcast: false } }
  expect(messages).toMatchObject([opening])
  expect(messages[0]?.place.threadTs).toBeUndefined()
  expect(posted).toHaveLength(1)
})

it('a message that arrived despite a lost answer is found, not posted again', async () => {
  const { messages, faults, lookBacks, add, post, posted, clock } = await startOutbox()
  await add(postOf('card', { threadTs: '1.2' }))
  faults.post.push({ ...unclear, arrived: true })
  await expect(post('card')).rejects.toBe(unclear.error)
  expect(posted).toEqual([])

  clock.now += 3_600_000
  await post('card')
  expect(messages).toHaveLength(1)
  expect(posted).toEqual([['card', messages[0]?.ts]])
  expect(lookBacks).toMatchObject([{ place: { channelId: 'C1', threadTs: '1.2' }, operationId: 'card' }])
  expect(lookBacks[0]?.period.sinceMs).toBeLessThan(START)
})

it('nothing is posted while Slack cannot be asked whether it arrived', async () => {
  const { messages, faults, lookBacks, add, post, clock } = await startOutbox()
  await add(postOf('card'))
  faults.post.push({ ...unclear, arrived: true })
  faults.find.push(unclear, busy)
  for (let minute = 0; minute < 3; minute += 1) {
    await expect(post('card')).rejects.toThrow('Slack')
    clock.now += 60_000
  }
  expect(messages).toHaveLength(1)
  await post('card')
  expect(messages).toHaveLength(1)
  expect(lookBacks).toHaveLength(3)
  // However late, it looks back to the first try.
  expect(new Set(lookBacks.map(({ period }) => period.sinceMs)).size).toBe(1)
})

it('doubt survives a 429: a later try looks again before it posts', async () => {
  const { messages, faults, lookBacks, add, post, clock } = await startOutbox()
  await add(postOf('card'))
  faults.post.push(unclear, busy)
  await expect(post('card')).rejects.toBe(unclear.error)
  clock.now += 15_000
  await expect(post('card')).rejects.toBe(busy.error)
  clock.now += 60_000
  await post('card')
  expect(lookBacks).toHaveLength(2)
  expect(messages).toHaveLength(1)
})

it('after a 429 the whole channel waits as long as Slack asks, and other channels do not', async () => {
  const { messages, faults, lookBacks, add, post, clock } = await startOutbox()
  for (const id of ['one', 'two']) await add(postOf(id))
  await add(postOf('elsewhere', { channelId: 'C2' }))
  await add(postOf('other team', { teamId: 'T2' }))
  await add(postOf('elsewhere before', { channelId: 'C2' }))
  await post('elsewhere before')
  faults.post.push(busy)
  await expect(post('one')).rejects.toMatchObject({ retryAfterMs: 30_000 })

  clock.now += 1_500
  await expect(post('one')).rejects.toMatchObject({ retryAfterMs: 28_500 })
  await expect(post('two')).rejects.toMatchObject({ retryAfterMs: 29_500 })
  expect(messages).toHaveLength(1)
  await post('elsewhere')
  await post('other team')
  expect(messages).toHaveLength(3)

  clock.now = START + 30_000
  await post('one')
  clock.now += 1_000
  await post('two')
  expect(messages.slice(3).map(({ options }) => options.operationId)).toEqual(['one', 'two'])
  // A 429 is a clear answer: there is nothing to look up.
  expect(lookBacks).toEqual([])
})

it('a channel gets one message a second', async () => {
  const { messages, add, post, clock } = await startOutbox()
  for (const id of ['one', 'two', 'three']) await add(postOf(id))
  await post('one')
  clock.now += 400
  await expect(post('two')).rejects.toMatchObject({ retryAfterMs: 600 })
  clock.now += 599
  await expect(post('two')).rejects.toMatchObject({ retryAfterMs: 1 })
  clock.now += 1
  await post('two')
  await expect(post('three')).rejects.toMatchObject({ retryAfterMs: 1_000 })
  expect(messages).toHaveLength(2)
})

it('only one of several processes posts to a channel at a time', async () => {
  const { messages, add, post } = await startOutbox()
  const ids = Array.from({ length: 8 }, (_, number) => `m_${number}`)
  for (const id of ids) await add(postOf(id))
  const outcomes = await Promise.allSettled(ids.map(id => post(id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(messages).toHaveLength(1)
})

it('a slow run and the one that took over from it tell the app once', async () => {
  const { slack, messages, add, post, deps, posted, clock } = await startOutbox()
  await add(postOf('card'))
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slowly: typeof slack.post = async (...call) => {
    const ts = await slack.post(...call)
    arrived.resolve()
    await answered.promise
    return ts
  }
  const slow = post('card', { ...deps, slack: { ...slack, post: slowly } })
  await arrived.promise
  clock.now += 20_000
  await post('card')
  answered.resolve()
  await slow
  expect(messages).toHaveLength(1)
  expect(posted).toEqual([['card', messages[0]?.ts]])
})

it('a message that Slack refuses is given up and reported once', async () => {
  const { messages, faults, add, post, givenUp, postedTs, isPosting, clock } = await startOutbox()
  await add(postOf('card'))
  faults.post.push({ error: new SlackRefusal('is_archived') })
  await post('card')
  clock.now += 60_000
  await post('card')
  expect(givenUp).toEqual([['card', 'is_archived']])
  expect(messages).toEqual([])
  expect(await postedTs('card')).toBeUndefined()
  expect(await isPosting('C1')).toBe(false)
})

it('without a valid token, what can wait is posted once there is one, and the rest is given up', async () => {
  const { messages, faults, add, post, givenUp, clock } = await startOutbox()
  await add(postOf('card'))
  await add(postOf('result', { threadTs: '1.2' }))
  faults.post.push(...Array.from({ length: 3 }, () => ({ error: new SlackLockedOut('token_revoked') })))
  await post('card')
  expect(givenUp).toEqual([['card', 'token_revoked']])
  for (let minute = 1; minute < 3; minute += 1) {
    clock.now += 60_000
    await expect(post('result')).rejects.toMatchObject({ retryAfterMs: 60_000 })
  }
  clock.now += 60_000
  await post('result')
  expect(givenUp).toHaveLength(1)
  expect(messages.map(({ options }) => options.operationId)).toEqual(['result'])
})

it('when the app cannot store a posted message, it is found and the app told again', async () => {
  const { messages, add, post, deps, posted, clock } = await startOutbox()
  await add(postOf('card'))
  const failing = { ...deps, onPosted: () => () => Promise.reject(new Error('The database went away')) }
  await expect(post('card', failing)).rejects.toThrow('went away')
  clock.now += 15_000
  await post('card')
  expect(messages).toHaveLength(1)
  expect(posted).toEqual([['card', messages[0]?.ts]])
})

it('a channel expects a thread from when a card is stored until it is posted', async () => {
  const { add, post, isPosting, clock } = await startOutbox()
  expect(await isPosting('C1')).toBe(false)
  await add(postOf('reply', { threadTs: '1.2' }))
  expect(await isPosting('C1')).toBe(false)
  await add(postOf('card'))
  expect(await isPosting('C1')).toBe(true)
  expect(await isPosting('C2')).toBe(false)
  await post('card')
  expect(await isPosting('C1')).toBe(false)
  clock.now += 1_000
  await post('reply')
})

it('a message that another process has just posted may show something old, so it is looked at again', async () => {
  const { messages, add, deps } = await startOutbox()
  const held = postOf('f_1:held', { threadTs: '1.2' })
  await add(held)
  expect(await postView(deps, held)).toBe(false)
  expect(await postView(deps, held)).toBe(true)
  expect(messages).toHaveLength(1)
})
