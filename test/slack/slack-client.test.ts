import { describe, expect, it } from 'vitest'
import { context, plainMessage, section } from '../../src/slack/blocks.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal, SlackUnclear } from '../../src/slack/slack-failure.ts'
import { createStillClock } from '../support/still-clock.ts'
import { startSlack } from './start-slack.ts'

const once = { operationId: 'f_1:card', broadcast: false }
const card = { text: 'Sent', blocks: [section('*Sent*'), context('by the bot')] }

describe('a message', () => {
  it('shows as composed, unfurls nothing, and carries its operation', async () => {
    const { stand, docs, slack } = await startSlack()
    const ts = await slack.post({ channelId: docs }, card, once)
    expect(stand.messages(docs)).toMatchObject([
      {
        ts,
        user: stand.botUserId,
        text: 'Sent',
        blocks: [{ type: 'section' }, { type: 'context' }],
        unfurl_links: false,
        unfurl_media: false,
        metadata: { event_payload: { operation: 'f_1:card' } }
      }
    ])
    expect(stand.messages(docs)[0]?.thread_ts).toBeUndefined()
  })

  it('can be edited, and Slack learns nothing else that is stored with it', async () => {
    const { stand, docs, slack } = await startSlack()
    const ts = await slack.post({ channelId: docs }, card, once)
    const stored = { ...plainMessage('Done'), about: 'job_8f2', broadcast: true }
    await slack.update(docs, ts, stored)
    expect(stand.messages(docs)).toMatchObject([{ ts, text: 'Done', blocks: [{ text: { text: 'Done' } }] }])
    expect(Object.keys(stand.calls('chat.update')[0]?.params ?? {}).sort()).toEqual(['blocks', 'channel', 'text', 'ts'])
  })
})

describe('an answer to a command', () => {
  async function startCommand() {
    const started = await startSlack()
    const { stand, ana, docs } = started
    // Nobody is connected: the command fails, but its answer address still works.
    const { responseUrl } = await stand.command({ user: ana, channel: docs, text: 'status' })
    return { ...started, responseUrl }
  }

  it('is refused for good when the address is used up', async () => {
    const { slack, responseUrl } = await startCommand()
    for (let use = 0; use < 5; use += 1) await slack.respond(responseUrl, plainMessage('Again'))
    await expect(slack.respond(responseUrl, plainMessage('Once more'))).rejects.toEqual(new SlackRefusal('http 404'))
  })

  it('is unclear when nobody answers', async () => {
    const { stand, slack, responseUrl } = await startCommand()
    await stand.stop()
    await expect(slack.respond(responseUrl, plainMessage('Hello'))).rejects.toBeInstanceOf(SlackUnclear)
  })
})

it('a reaction can be added and removed twice, and shows once', async () => {
  const { stand, ana, docs, slack } = await startSlack()
  const { ts } = await stand.say({ user: ana, channel: docs, text: 'Shorten it' })
  await slack.addReaction(docs, ts, 'eyes')
  await slack.addReaction(docs, ts, 'eyes')
  expect(stand.reactions(docs, ts)).toEqual([{ name: 'eyes', users: [stand.botUserId], count: 1 }])
  await slack.removeReaction(docs, ts, 'eyes')
  await slack.removeReaction(docs, ts, 'eyes')
  expect(stand.reactions(docs, ts)).toEqual([])
})

describe('looking for a message that may have arrived', () => {
  const EVER = { sinceMs: 0, untilMs: Date.UTC(2100, 0, 1) }

  it('does not mistake another bot’s message with the same id for it', async () => {
    const { docs, slack, clientWith, stand } = await startSlack()
    await slack.post({ channelId: docs }, card, once)
    const other = clientWith(stand.botToken, 'U0OTHERBOT')
    expect(await other.findPosted({ channelId: docs }, 'f_1:card', EVER)).toBeUndefined()
  })

  it('finds it behind hundreds of others in a thread, and not in another thread', async () => {
    const { stand, ana, docs, slack } = await startSlack()
    const threadTs = await slack.post({ channelId: docs }, card, once)
    for (let number = 0; number < 230; number += 1) {
      await stand.say({ user: ana, channel: docs, threadTs, text: `before ${number}` })
    }
    const result = { operationId: 'f_1:result', broadcast: false }
    const ts = await slack.post({ channelId: docs, threadTs }, plainMessage('Finished'), result)
    expect(await slack.findPosted({ channelId: docs, threadTs }, 'f_1:result', EVER)).toBe(ts)
    const elsewhere = await slack.post({ channelId: docs }, card, { operationId: 'f_2:card', broadcast: false })
    expect(await slack.findPosted({ channelId: docs, threadTs: elsewhere }, 'f_1:result', EVER)).toBeUndefined()
  })

  it('finds nothing if nothing arrived, and looks no further back than asked', async () => {
    const clock = createStillClock()
    const { docs, slack } = await startSlack({ clock })
    expect(await slack.findPosted({ channelId: docs }, 'f_1:card', EVER)).toBeUndefined()
    const ts = await slack.post({ channelId: docs }, card, once)
    const posted = clock.now()
    expect(await slack.findPosted({ channelId: docs }, 'f_1:card', { ...EVER, sinceMs: posted - 1_000 })).toBe(ts)
    expect(
      await slack.findPosted({ channelId: docs }, 'f_1:card', { ...EVER, sinceMs: posted + 60_000 })
    ).toBeUndefined()
  })
})

describe('what Slack can do to one call', () => {
  it.each([
    [{ retryAfterS: 30 }, new SlackBusy(30_000)],
    [{ retryAfterS: 0 }, new SlackBusy(1_000)],
    [{ retryAfterS: 999_999_999 }, new SlackBusy(600_000)],
    [{ error: 'ratelimited' }, new SlackBusy(5_000)],
    [{ error: 'something_new' }, new SlackRefusal('something_new')],
    [{ error: 'internal_error' }, new SlackUnclear('internal_error')],
    [{ error: 'request_timeout' }, new SlackUnclear('request_timeout')],
    [{ status: 500 }, new SlackUnclear('http 500')],
    [{ kind: 'html 503' as const }, new SlackUnclear('http 503')],
    [{ kind: 'html 200' as const }, new SlackUnclear('not from Slack')],
    [{ error: '' }, new SlackUnclear('not from Slack')]
  ])('%j', async (fault, failure) => {
    const { stand, docs, slack } = await startSlack()
    stand.fail('chat.postMessage', fault)
    const posting = slack.post({ channelId: docs }, card, once)
    await expect(posting).rejects.toEqual(failure)
    await expect(posting).rejects.toBeInstanceOf(failure.constructor)
    expect(stand.calls('chat.postMessage')).toHaveLength(1)
    expect(stand.messages(docs)).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'a connection that breaks %s the message is accepted is tried once',
    async reset => {
      const { stand, docs, slack } = await startSlack()
      stand.fail('chat.postMessage', { kind: reset === 'before' ? 'reset before read' : 'reset after processing' })
      await expect(slack.post({ channelId: docs }, card, once)).rejects.toBeInstanceOf(SlackUnclear)
      expect(stand.calls('chat.postMessage')).toHaveLength(1)
      expect(stand.messages(docs)).toHaveLength(reset === 'before' ? 0 : 1)
    }
  )

  it('a slow answer about a person is not waited for', async () => {
    const { stand, ana, slack } = await startSlack()
    stand.fail('users.info', { kind: 'hang' })
    await expect(slack.userInfo(ana)).rejects.toBeInstanceOf(SlackUnclear)
  })

  it('an unknown token is refused, and appears nowhere', async () => {
    const { docs, log, clientWith } = await startSlack()
    const attempt = clientWith('xoxb-not-the-one').post({ channelId: docs }, card, once)
    const error = await attempt.catch(failure => failure)
    expect(error).toEqual(new SlackLockedOut('invalid_auth'))
    expect(`${error.message} ${error.stack} ${log.join(' ')}`).not.toContain('xoxb-not-the-one')
  })
})
