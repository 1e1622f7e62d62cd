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

const FORM = '[Open the form]'

/** Nobody can remove a mark from a message that is gone. */
const GONE = ['reactions.remove message_not_found']

describe('what was not sent yet', () => {
  it('goes out with the new words, as if they had just been written', async () => {
    const { ben, edit, sleep, thread, told, later } = await startWithHeldReply()
    expect(thread()[1]).toContain('\n>shorten it\n[Cancel]')
    await edit('lengthen it')
    expect(thread()[0]).toBe('Ben: lengthen it ⏸')
    expect(thread().at(-1)).toContain('\n>lengthen it\n[Cancel]')
    await sleep(HOURS_MS)
    expect(later()).toEqual(['lengthen it'])
    expect([thread()[0], told(ben)]).toEqual(['Ben: lengthen it 📨', []])
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

  it.each([
    ['// never mind', []],
    ['<@U0AGENTBOT>', []],
    ['thanks!', []],
    ['status', [expect.stringMatching(/^\*job_8f2\*: /)]],
    ['in 9 days: shorten it', [expect.stringMatching(/^Not sent: /)]]
  ])('is not sent any more once it says “%s”', async (words, answers) => {
    const { slack, channel, ben, ts, edit, sleep, told, later } = await startWithHeldReply()
    await edit(words)
    expect(slack.reactions(channel, ts)).toEqual([])
    await sleep(HOURS_MS)
    expect([told(ben), later()]).toEqual([answers, []])
  })

  it('is not sent once it is deleted, and nobody hears of it', async () => {
    const { slack, channel, ben, ts, advance, sleep, told, later } = await startWithHeldReply(GONE)
    await slack.remove({ channel, messageTs: ts })
    await advance(3_000)
    await sleep(HOURS_MS)
    expect([told(ben), later()]).toEqual([[], []])
  })

  it('goes out once an edit makes an instruction of it', async () => {
    const journey = await startWatching()
    const { reply, advance, later } = journey
    for (const words of ['// shall we shorten it?', 'thanks', 'in 9 days: shorten it']) {
      const { ts } = await reply(words)
      await advance(2_000)
      await editing(journey, ts)(`shorten it after “${words}”`)
      expect(later().at(-1)).toBe(`shorten it after “${words}”`)
    }
    expect(later()).toHaveLength(3)
  })

  it('goes to the job that it names by then, from a mention too', async () => {
    const { slack, agent, channel, ana, command, advance } = await startWatching()
    agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
    await command('job_c90 write tests')
    const { ts } = await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_404 shorten it` })
    await advance(3_000)
    await slack.edit({ user: ana, channel, messageTs: ts, text: `<@${slack.botUserId}> job_c90 shorten it` })
    await advance(3_000)
    expect(agent.sends().at(-1)).toMatchObject({ jobId: 'job_c90', prompt: 'shorten it' })
    expect(slack.reactions(channel, ts).map(({ name }) => name)).toEqual(['incoming_envelope'])
  })

  it('stays cancelled if somebody pressed Cancel, and its author can send the new words with the form', async () => {
    const { ana, ben, edit, press, find, advance, told, later, sleep } = await startWithHeldReply()
    await press('cancel', { by: ana, on: find('Not sent yet') })
    await advance(2_000)
    await edit('lengthen it')
    await sleep(HOURS_MS)
    expect(later()).toEqual([])
    expect(told(ben)).toEqual([`Not sent: @Ana cancelled it.\n>lengthen it\n${FORM}`])
  })
})

describe('what was sent', () => {
  it.each([
    ['lengthen it', `The agent has your earlier words.\n>lengthen it\n${FORM}`],
    ['// never mind', 'The agent already has it.']
  ])('stays, and its author hears so after an edit to “%s”', async (words, answer) => {
    const { ana, ben, edit, told, thread, later } = await startWithSentReply()
    const before = told(ana).length
    await edit(words)
    expect(told(ben)).toEqual([answer])
    expect(told(ana)).toHaveLength(before)
    expect([later(), thread()]).toEqual([['shorten it'], [`Ben: ${words} 📨`]])
  })

  it('stays when it is deleted, and its author hears so', async () => {
    const { slack, channel, ben, ts, advance, told, later } = await startWithSentReply()
    await slack.remove({ channel, messageTs: ts })
    await advance(3_000)
    expect([told(ben), later()]).toEqual([['The agent already has it.'], ['shorten it']])
  })

  it('is not said to be with the agent while nobody knows', async () => {
    const journey = await startWatching({}, { life: { worksMs: 1_000 } })
    const { agent, ben, reply, advance, told, later } = journey
    await advance(20_000)
    agent.fail('send', { kind: 'reset before read' })
    const { ts } = await reply('shorten it')
    await advance(3_000)
    await editing(journey, ts)('lengthen it')
    expect(told(ben)).toEqual([`The agent may have your earlier words.\n>lengthen it\n${FORM}`])
    expect(later()).toEqual([])
  })
})
