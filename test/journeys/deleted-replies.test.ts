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

it('asks nobody any more whether to send a doubtful reply again once it was deleted, even without a sign of it', async () => {
  const refusals = ['reactions.add message_not_found']
  const journey = await startWatching({ refusals }, { life: { worksMs: 1_000 } })
  const { slack, agent, channel, ben, reply, advance, sleep, thread, card, told } = journey
  await advance(20_000)
  agent.fail('send', { kind: 'reset before read' })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  expect(card()).toContain('[Send again]')
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(told(ben)).toEqual([
    'Too late to take this back: the agent may have it. Reply here with what it should do instead.\n>shorten it'
  ])
  const isUnclear = 'bot: It’s unclear whether *job_8f2* got this.\n>shorten it\n— '
  expect(thread().at(-1)).toBe(`${isUnclear}The message was deleted · 14:00`)
  await sleep(15 * 60_000)
  await advance(3_000)
  expect(thread().slice(-2)).toEqual([
    `${isUnclear}No sign of it in the job.`,
    'bot: @Ben, there has been no sign for 10 minutes that *job_8f2* got this, so I’ve stopped watching.'
  ])
  expect(card()).not.toContain('Send again')
})
