import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('does not name who withdrew a held reply when only its deletion is known', async () => {
  const { slack, channel, reply, advance, thread, later } = await startWatching({
    hourlyLimit: 1,
    refusals: ['reactions.remove message_not_found']
  })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(thread()).toEqual(['bot: Held, then cancelled before it was sent · 14:00'])
  expect(later()).toEqual([])
})

const IS_UNCLEAR = 'bot: It’s unclear whether *job_8f2* got this.\n>shorten it\n— '

/** Nobody knows whether Ben's reply reached the agent. */
async function startInDoubt() {
  const refusals = ['reactions.add message_not_found']
  const journey = await startWatching({ refusals }, { life: { worksMs: 1_000 } })
  const { slack, agent, channel, reply, advance, card } = journey
  await advance(20_000)
  agent.fail('send', { kind: 'reset before read' })
  const { ts: messageTs } = await reply('shorten it')
  await advance(3_000)
  expect(card()).toContain('[Send again]')
  const remove = async () => {
    await slack.remove({ channel, messageTs })
    await advance(3_000)
  }
  return { ...journey, remove }
}

it('asks nobody any more whether to send a doubtful reply again once it was deleted, even without a sign of it', async () => {
  const { ben, remove, sleep, advance, thread, card, told } = await startInDoubt()
  await remove()
  expect(told(ben)).toEqual([
    'Too late to take this back: the agent may have it. Reply here with what it should do instead.\n>shorten it'
  ])
  expect(thread().at(-1)).toBe(`${IS_UNCLEAR}The message was deleted · 14:00`)
  await sleep(15 * 60_000)
  await advance(3_000)
  expect(thread().slice(-2)).toEqual([
    `${IS_UNCLEAR}No sign of it in the job.`,
    'bot: @Ben, there has been no sign for 10 minutes that *job_8f2* got this, so I’ve stopped watching.'
  ])
  expect(card()).not.toContain('Send again')
})

it('no longer asks either when it is deleted after the watch has ended', async () => {
  const { remove, sleep, advance, thread, card } = await startInDoubt()
  await sleep(15 * 60_000)
  await advance(3_000)
  expect(thread().at(-1)).toContain('press *Send again* above.')
  await remove()
  expect(thread().slice(-2)).toEqual([
    expect.stringMatching(/\*job_8f2\* got this\.\n>shorten it\n— The message was deleted · 14:15$/),
    expect.stringMatching(/^bot: @Ben, I’d stopped watching \*job_8f2\*\.\n— The message was deleted · 14:15$/)
  ])
  expect(card()).not.toContain('Send again')
})
