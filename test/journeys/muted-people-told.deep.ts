import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('shows somebody who muted the thread on the card that a decision is needed', async () => {
  const { agent, ana, reply, advance, card, thread, find } = await startWatching()
  await reply('mute', { by: ana })
  agent.fail('send', { kind: 'reset before read' })
  await reply('shorten it', { by: ana })
  await advance(4_000)
  expect(card()).toContain('*job_8f2* · needs you: maybe delivered')
  expect(thread().at(-1)).toMatch(/^bot: Maybe delivered: the connection broke .*\n>shorten it\n\[Send again\]/)
  expect(find('Maybe delivered')).not.toBe('')
})

it('writes nothing directly to somebody who muted the thread when its card is deleted', async () => {
  const { slack, channel, ana, ben, cardTs, reply, advance, direct } = await startWatching({
    refusals: ['chat.update cant_update_message']
  })
  await reply('mute', { by: ana })
  await reply('shorten it', { by: ben })
  await advance(3_000)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(3_000)
  expect(direct(ana)).toEqual([])
  expect(direct(ben)).toEqual([
    expect.stringContaining('I’ve stopped watching *job_8f2*: the job’s card in <#C0DOCS> was deleted')
  ])
})

it('still says directly that an instruction will never go out, which nothing else would', async () => {
  const { slack, channel, ana, cardTs, reply, advance, direct } = await startWatching({
    hourlyLimit: 1,
    refusals: ['chat.update cant_update_message']
  })
  await reply('mute', { by: ana })
  await reply('shorten it', { by: ana })
  await advance(3_000)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(3_000)
  expect(direct(ana)).toEqual([expect.stringContaining('Not sent to *job_8f2*: the job’s card')])
})

it('sends a result that cannot be posted directly only to those who did not mute the thread', async () => {
  const { slack, agent, channel, ana, reply, advance, direct } = await startWatching({
    refusals: ['chat.postMessage is_archived', 'chat.update is_archived']
  })
  await reply('mute', { by: ana })
  await advance(2_000)
  slack.archive(channel)
  agent.finish('job_8f2')
  await advance(30_000)
  expect(direct(ana)).toEqual([])
})
