import { describe, expect, it } from 'vitest'
import { editing, startWithSentReply } from '../support/edited-reply.ts'
import { interruptibleSender } from '../support/interruptible-sender.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a reply edited after it was sent', () => {
  it.each([
    ['at once', 0],
    ['once there was no sign of them', 11 * 60_000]
  ])('takes doubtful old words off offer when the correction goes out, %s', async (_, waitMs) => {
    const journey = await startWatching({}, { life: { worksMs: 1_000 } })
    const { slack, agent, channel, ben, reply, advance, sleep, pressAndHear, thread, later } = journey
    await advance(20_000)
    agent.fail('send', { kind: 'reset before read' })
    const { ts } = await reply('shorten it')
    await advance(3_000)
    await sleep(waitMs)
    await advance(3_000)
    await editing(journey, ts)('lengthen it')
    await pressAndHear('send-correction', { by: ben, on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '' })
    await advance(3_000)
    expect(thread().find(line => line.includes('unclear'))).toMatch(
      /It was unclear whether \*job_8f2\* got this\.\n>shorten it\n— Corrected · @Ben 14:\d\d$/
    )
    expect(later()).toEqual(['lengthen it'])
  })

  it('is offered with its latest words only', async () => {
    const { slack, channel, ben, edit, advance, told, later, press, pressAndHear } = await startWithSentReply()
    await edit('lengthen it')
    await edit('leave it out')
    expect(told(ben)).toHaveLength(2)
    const [first, second] = slack.ephemerals(channel, ben).map(({ ts }) => ts)
    expect(await pressAndHear('send-correction', { by: ben, on: first })).toContain('Too late for that button')
    await Promise.all([1, 2].map(() => press('send-correction', { by: ben, on: second })))
    await advance(3_000)
    expect(told(ben)).toEqual([
      expect.stringContaining('Too late for that button'),
      'Got it: the correction is on its way to *job_8f2*.'
    ])
    expect(later()).toEqual(['shorten it', 'leave it out'])
  })

  it('goes out when its new words say, once its author has said that it shall', async () => {
    const { slack, channel, ben, edit, advance, sleep, told, later, thread, pressAndHear } = await startWithSentReply()
    await edit('in 2 hours: lengthen it')
    expect(told(ben)).toEqual([
      'Send the correction? The agent has your reply without this edit. The correction will wait until 2026-11-20 16:00.\n>lengthen it\n[Send the correction]'
    ])
    const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
    const heard = await pressAndHear('send-correction', { by: ben, on })
    expect(heard).toBe('Got it: the correction will wait until 2026-11-20 16:00.')
    await sleep(HOUR)
    await edit('in 2 hours: lengthen it a lot')
    await sleep(HOUR - MINUTE)
    expect([later(), thread()[0]]).toEqual([['shorten it'], 'Ben: in 2 hours: lengthen it a lot ⏰'])
    await sleep(MINUTE)
    await advance(3_000)
    expect(later()).toEqual(['shorten it', 'lengthen it a lot'])
  })

  it('does not wait again for a time that has come, however often it is corrected', async () => {
    const journey = await startWatching()
    const { slack, channel, ben, reply, advance, sleep, later, pressAndHear } = journey
    const { ts } = await reply('at 16:00: shorten teh first exmaple')
    await sleep(2 * HOUR)
    await advance(3_000)
    for (const words of ['shorten the first exmaple', 'shorten the first example']) {
      await editing(journey, ts)(`at 16:00: ${words}`)
      await pressAndHear('send-correction', { by: ben, on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '' })
      await advance(3_000)
      expect(later().at(-1)).toBe(words)
    }
  })

  it('waits until the job is idle in a thread whose replies do, unless it says right away', async () => {
    const { slack, channel, ben, edit, reply, advance, later, pressAndHear } = await startWithSentReply()
    await reply('when idle')
    await advance(3_000)
    const correct = async (words: string) => {
      await edit(words)
      return pressAndHear('send-correction', { by: ben, on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '' })
    }
    expect(await correct('right away: lengthen it')).toBe('Got it: the correction is on its way to *job_8f2*.')
    await advance(3_000)
    expect(later()).toEqual(['shorten it', 'lengthen it'])
    expect(await correct('leave it out')).toBe('Got it: the correction will wait until the job is idle.')
    await advance(3_000)
    expect(later()).toEqual(['shorten it', 'lengthen it'])
  })

  it('is asked about once it says a time that can be', async () => {
    const { ben, edit, told } = await startWithSentReply()
    await edit('tomorrow: lengthen it')
    expect(told(ben)).toEqual([
      expect.stringMatching(/^Your edit wasn’t taken: say exactly when.* The agent has your reply without this edit\./)
    ])
    await edit('tomorrow at 9: lengthen it')
    expect(told(ben).at(-1)).toContain('[Send the correction]')
  })

  it('is said to be on its way as it was when the edit raced the send', async () => {
    const { sender, wrap } = interruptibleSender()
    const journey = await startWatching({ wrap })
    const { ts } = await journey.reply('shorten it')
    sender.isCutOff = true
    await journey.advance(3_000)
    await editing(journey, ts)('lengthen it')
    expect(journey.told(journey.ben)).toEqual([
      'Send the correction? Your reply is going out without this edit.\n>lengthen it\n[Send the correction]'
    ])
  })

  it('is not news when only a preview was added, or the words stayed the same', async () => {
    const { slack, channel, ben, ts, edit, advance, told } = await startWithSentReply()
    await slack.unfurl({ channel, messageTs: ts })
    await advance(3_000)
    await edit('shorten it')
    expect(told(ben)).toEqual([])
  })

  it('is told like a deletion when nothing is left to send', async () => {
    const { ben, edit, told } = await startWithSentReply()
    await edit('// never mind')
    expect(told(ben)).toEqual([
      'Too late to take this back: the agent has it. Reply here with what it should do instead.\n>shorten it'
    ])
  })

  it('says nothing of an aside that becomes an instruction, however often it is edited', async () => {
    const journey = await startWatching()
    const { ben, reply, advance, told, later } = journey
    const { ts } = await reply('// shorten it?')
    await advance(3_000)
    const edit = editing(journey, ts)
    await edit('shorten it')
    await edit('shorten it please')
    expect(later()).toEqual([])
    expect(told(ben)).toEqual([])
  })
})

it('offers a correction once, even if two edits with a secret follow at once', async () => {
  const { slack, channel, ben: user, ts: messageTs, edit, advance, told } = await startWithSentReply()
  await edit('lengthen it')
  slack.hold()
  for (const words of ['it with', 'it now with'])
    await slack.edit({ user, channel, messageTs, text: `${words} ${makeCanary('a GitHub token')}` })
  await slack.release(held => held)
  await advance(3_000)
  expect(told(user)).toEqual([
    expect.stringContaining('Send the correction?'),
    expect.stringContaining('Edit not taken: line 1 looks like a GitHub token')
  ])
})
