import { describe, expect, it } from 'vitest'
import { editing, startWithSentReply } from '../support/edited-reply.ts'
import { startWatching } from '../support/watched-job.ts'

const HOURS_MS = 2 * 3_600_000

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
