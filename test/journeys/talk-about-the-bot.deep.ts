import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'
const HINT =
  'Not sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with `@Agent Follow-up job_8f2 …`.'

/** Ben says something in the channel, or in a thread of people. */
async function startTalk() {
  const journey = await startWatching()
  const { slack, channel, ben, advance } = journey
  await advance(2_000)
  const say = async (text: string, threadTs?: string) => {
    const { ts } = await slack.say({ user: ben, channel, text, ...(threadTs && { threadTs }) })
    await advance(2_000)
    return ts
  }
  return { ...journey, say }
}

it.each([
  ['at the end', `job_8f2 failed again, shall we drop it? cc <@U0ANA> ${BOT}`],
  ['in the middle', `I asked ${BOT} about job_8f2`],
  ['after a greeting', `Hey ${BOT} job_8f2 shorten it`]
])('sends nothing of a message that mentions it %s, and says so to its author', async (_, text) => {
  const { slack, channel, ana, ben, say, told, later } = await startTalk()
  const ts = await say(text)
  expect(later()).toEqual([])
  expect(slack.reactions(channel, ts)).toEqual([])
  expect([told(ben), told(ana)]).toEqual([[HINT], []])
})

it('says so once a day, and nothing at all where no job is named', async () => {
  const { ben, say, told, later, sleep, upkeep } = await startTalk()
  await say(`We now have ${BOT} here. Thanks to <@U0ANA>!`)
  expect(told(ben)).toEqual([])
  await say(`I asked ${BOT} about job_8f2`)
  await say(`and ${BOT} says that job_8f2 failed`)
  expect(told(ben)).toEqual([HINT])
  await sleep(26 * 3_600_000)
  await upkeep()
  await say(`I asked ${BOT} about job_8f2`)
  expect(told(ben)).toEqual([HINT, HINT])
  expect(later()).toEqual([])
})

it('says so also if Slack does not take it at first', async () => {
  const { slack, ben, say, told, advance } = await startTalk()
  slack.fail('chat.postEphemeral', { error: 'ratelimited', retryAfterS: 3 })
  await say(`I asked ${BOT} about job_8f2`)
  await advance(60_000)
  expect(told(ben)).toEqual([HINT])
})

it('reads such talk as a new message once it is edited', async () => {
  const { slack, channel, ben, say, advance, later } = await startTalk()
  const messageTs = await say(`job_8f2 faild again ${BOT}`)
  await slack.edit({ user: ben, channel, messageTs, text: `job_8f2 failed again ${BOT}` })
  await advance(2_000)
  expect(later()).toEqual([])
  await slack.edit({ user: ben, channel, messageTs, text: `${BOT} job_8f2 shorten it` })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('takes a mention after blanks for the beginning', async () => {
  const { say, later } = await startTalk()
  await say(` \n ${BOT} job_8f2 shorten it`)
  expect(later()).toEqual(['shorten it'])
})

it('takes a reply in a card’s thread for the agent wherever it mentions the bot', async () => {
  const { say, cardTs, ben, told, later } = await startTalk()
  await say(`shorten what ${BOT} quotes`, cardTs())
  expect(later()).toEqual(['shorten what @agentfollowup quotes'])
  expect(told(ben)).toEqual([])
})

it('sends nothing of talk in a thread of people, and says so to its author', async () => {
  const { say, ben, told, later } = await startTalk()
  const lunch = await say('lunch?')
  await say(`only once job_8f2 is done, ${BOT}`, lunch)
  expect(later()).toEqual([])
  expect(told(ben)).toEqual([HINT])
})
