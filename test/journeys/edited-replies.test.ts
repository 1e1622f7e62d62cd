import { describe, expect, it } from 'vitest'
import { interruptibleSender } from '../support/interruptible-sender.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

const HOURS_MS = 2 * 3_600_000

/** Ben edits his reply. */
const editing = (journey: WatchedJob, messageTs: string) => async (text: string) => {
  const { slack, channel, ben: user, advance } = journey
  await slack.edit({ user, channel, messageTs, text })
  await advance(3_000)
}

async function startWithSentReply() {
  const journey = await startWatching()
  const { ts } = await journey.reply('shorten it')
  await journey.advance(3_000)
  return { ...journey, ts, edit: editing(journey, ts) }
}

async function startWithHeldReply(refusals: string[] = []) {
  const journey = await startWatching({ hourlyLimit: 1, refusals })
  const { ts } = await journey.reply('shorten it')
  await journey.advance(3_000)
  return { ...journey, ts, edit: editing(journey, ts) }
}

describe('a reply edited before it was sent', () => {
  it('goes out with the new words, which the held notice shows at once', async () => {
    const { ben, edit, sleep, thread, told, later } = await startWithHeldReply()
    expect(thread()[1]).toContain('\n>shorten it\n[Cancel]')
    await edit('lengthen it')
    expect(thread()[0]).toBe('Ben: lengthen it ⏸')
    expect(thread()[1]).toContain('\n>lengthen it\n[Cancel]')
    await sleep(HOURS_MS)
    expect(later()).toEqual(['lengthen it'])
    expect(thread()).toEqual(['Ben: lengthen it 📨', 'bot: Held for a while, then sent.\n>lengthen it'])
    expect(told(ben)).toEqual([])
  })

  it('goes out with the new words, even if the bot had not looked at it yet', async () => {
    const { slack, channel, ben, reply, advance, later } = await startWatching()
    const { ts } = await reply('shorten it')
    await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it' })
    await advance(3_000)
    expect(later()).toEqual(['lengthen it'])
  })

  it('goes out with the new words, even if the edit arrives first', async () => {
    const { slack, channel, ben, reply, advance, later } = await startWatching()
    slack.hold()
    const { ts } = await reply('shorten it')
    await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it' })
    await slack.release(held => held.toReversed())
    await advance(3_000)
    expect(later()).toEqual(['lengthen it'])
  })

  it('goes out with the newest words, in whatever order the edits arrive', async () => {
    const { slack, channel, ben, ts, advance, sleep, later } = await startWithHeldReply()
    slack.hold()
    for (const text of ['lengthen it', 'leave it out']) await slack.edit({ user: ben, channel, messageTs: ts, text })
    await slack.release(held => held.toReversed())
    await advance(3_000)
    await sleep(HOURS_MS)
    expect(later()).toEqual(['leave it out'])
  })

  it.each(['// never mind', '<@U0BOT>'])('is withdrawn by an edit to “%s”', async words => {
    const { slack, channel, ts, edit, sleep, thread, later } = await startWithHeldReply()
    await edit(words.replace('U0BOT', slack.botUserId))
    expect(slack.reactions(channel, ts)).toEqual([])
    expect(thread()[1]).toBe('bot: Held, then cancelled before it was sent · @Ben 14:00')
    await sleep(HOURS_MS)
    expect(later()).toEqual([])
  })

  it('goes out with the new words when the edit is just in time, and its author reads that', async () => {
    const { slack, channel, ben, reply, runDue, advance, told, later } = await startWatching()
    const { ts } = await reply('shorten it')
    await runDue()
    expect(later()).toEqual([])
    await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it' })
    await advance(5_000)
    expect(later()).toEqual(['lengthen it'])
    expect(told(ben)).toEqual(['Just in time: *job_8f2* gets your edited version.'])
  })
})

describe('a reply edited after it was sent', () => {
  it('is offered to its author as a correction, which goes out once', async () => {
    const { slack, channel, ana, ben, edit, advance, told, thread, later, pressAndHear } = await startWithSentReply()
    await edit('lengthen it')
    expect(told(ben)).toEqual([
      'Send the correction? The agent has your reply without this edit.\n>lengthen it\n[Send the correction]'
    ])
    expect(told(ana).filter(words => words.includes('correction'))).toEqual([])
    expect(later()).toEqual(['shorten it'])
    const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
    expect(await pressAndHear('send-correction', { by: ben, on })).toBe(
      'Got it: the correction is on its way to *job_8f2*.'
    )
    expect(told(ben)).toEqual(['Got it: the correction is on its way to *job_8f2*.'])
    await advance(3_000)
    expect(later()).toEqual(['shorten it', 'lengthen it'])
    expect(thread()).toEqual(['Ben: lengthen it 📨'])
  })

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

it('tells the author of a deleted reply that the agent already has it', async () => {
  const { slack, channel, ana, ben, ts, advance, told } = await startWithSentReply()
  const before = told(ana).length
  await slack.remove({ channel, messageTs: ts })
  await advance(3_000)
  expect(told(ben)).toEqual([
    'Too late to take this back: the agent has it. Reply here with what it should do instead.\n>shorten it'
  ])
  expect(told(ana)).toHaveLength(before)
})

it('offers a correction once, even if two edits with a secret follow at once', async () => {
  const { slack, channel, ben: user, ts: messageTs, edit, advance, told } = await startWithSentReply()
  await edit('lengthen it')
  slack.hold()
  for (const words of ['it with', 'it now with'])
    await slack.edit({ user, channel, messageTs, text: `${words} ${makeCanary('github')}` })
  await slack.release(held => held)
  await advance(3_000)
  expect(told(user)).toEqual([
    expect.stringContaining('Send the correction?'),
    expect.stringContaining('Edit not taken: this looks like it contains a GitHub token')
  ])
})
