import { describe, expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'

describe.each(['status', 'Status', '!status', ' STATUS '])('the word “%s” in a thread', word => {
  it('is answered only to its author, and not sent', async () => {
    const journey = await startWatching()
    await journey.reply(word)
    await journey.advance(2_000)
    expect(journey.told(journey.ben)).toEqual([
      expect.stringMatching(/^\*job_8f2\*: \*working\*[\s\S]*\| @Ana \| “add examples” \| ⏳ working \|/)
    ])
    expect(journey.thread()).toEqual([`Ben: ${word}`])
    expect(journey.later()).toEqual([])
  })
})

it.each([
  ['list', /^The jobs of this channel, and yours elsewhere: ⏳ 1 running\./],
  ['watch', /^I’ll write to you directly when \*job_8f2\* ends\./]
])('answers the word “%s” alone in a thread to its author, and sends nothing', async (word, answer) => {
  const journey = await startWatching()
  const { reply, advance, told, ana, ben, later, thread } = journey
  await reply(word)
  await advance(2_000)
  expect(told(ben)).toEqual([expect.stringMatching(answer)])
  expect([told(ana), later(), thread()]).toEqual([[], [], [`Ben: ${word}`]])
})

it('answers help in a thread', async () => {
  const journey = await startWatching()
  await journey.reply('!Help')
  await journey.advance(2_000)
  expect(journey.told(journey.ben)[0]).toMatch(/^\*Steer an agent job from here\.\*\n/)
  expect(journey.later()).toEqual([])
})

it('treats such a word with more text around it as an instruction', async () => {
  const journey = await startWatching()
  const instructions = [
    'status of the tests?',
    'watch the clock',
    'help me with the intro',
    'status! And the tests?',
    '! status'
  ]
  for (const text of instructions) await journey.reply(text)
  await journey.advance(4_000)
  expect(journey.later()).toEqual(instructions)
  expect(journey.told(journey.ben)).toEqual([])
})

it('never sends an aside, and leaves no mark on it', async () => {
  const journey = await startWatching()
  const asides = ['// is this the right branch?', '//no space']
  for (const text of asides) await journey.reply(text)
  await journey.reply('aside from that, fine', { files: 0 })
  await journey.advance(4_000)
  expect(journey.later()).toEqual(['aside from that, fine'])
  expect(journey.thread()).toEqual([...asides.map(text => `Ben: ${text}`), 'Ben: aside from that, fine 📨'])
})

it('removes the mention of the bot before sending', async () => {
  const journey = await startWatching()
  const { slack, reply, advance, ben, told } = journey
  const bot = `<@${slack.botUserId}>`
  await reply(`${bot} shorten it`)
  await reply(`${bot}: and ask <@U0ANA> about ${bot}`)
  await reply(`${bot} // between us`)
  await reply(`${bot} status`)
  await reply(bot)
  await advance(4_000)
  expect(journey.later()).toEqual(['shorten it', 'and ask @Ana about @agentfollowup'])
  expect(told(ben)).toHaveLength(1)
  expect(told(ben)[0]).toContain('*job_8f2*: *working*')
})

const NOT_ATTACHED =
  'Nothing attached to it was sent: I can’t read files or forwarded messages yet. Paste what matters, or link to it.'
const ONLY_ATTACHED =
  'Not sent: I can’t read files or forwarded messages yet. Paste the words that the agent should read.'

it('sends the text and says that the files, or a forwarded message, were not sent', async () => {
  const journey = await startWatching()
  const { slack, ben, channel, cardTs, reply, advance, thread } = journey
  await reply('like in these', { files: 2 })
  await advance(3_000)
  expect(thread()).toEqual(['Ben: like in these 📨', `bot: ${NOT_ATTACHED}`])
  await slack.say({ user: ben, channel, text: 'and this', threadTs: cardTs(), forwarded: 'the title is wrong' })
  await advance(3_000)
  expect(thread()[3]).toBe(`bot: ${NOT_ATTACHED}`)
  expect(journey.later()).toEqual(['like in these', 'and this'])
})

it('says what is missing in a reply with only files', async () => {
  const journey = await startWatching()
  await journey.reply('', { files: 3 })
  await journey.advance(3_000)
  expect(journey.told(journey.ben)).toEqual([ONLY_ATTACHED])
  expect(journey.thread()).toEqual(['Ben: '])
  expect(journey.later()).toEqual([])
})

it.each([
  ['a reply in a thread', 'thread', ''],
  ['a mention in a thread', 'thread', BOT],
  ['a mention', 'channel', BOT],
  ['a direct message', 'direct', '']
])('tells the author of %s that holds only a forwarded message that it was not sent, once', async (_, place, text) => {
  const journey = await startWatching()
  const { slack, ben: user, ana, cardTs, advance, told, later } = journey
  const channel = place === 'direct' ? slack.directChannel(user).id : journey.channel
  const inThread = place === 'thread' && { threadTs: cardTs() }
  await slack.say({ user, channel, text, ...inThread, forwarded: 'the title is wrong' })
  await advance(3_000)
  expect([told(user), told(ana), later()]).toEqual([[ONLY_ATTACHED], [], []])
})
