import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const BOT = '<@U0AGENTBOT>'
const HINT =
  'Not sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with `@Agent Follow-up job_8f2 …`.'

const TALK: [said: string, told: string[]][] = [
  [`job_8f2 failed again, shall we drop it? cc <@U0ANA> ${BOT}`, [HINT]],
  [`I asked ${BOT} about job_8f2`, [HINT]],
  [`Hey ${BOT} job_8f2 shorten it`, [HINT]],
  [`We now have ${BOT} here. Thanks to <@U0ANA>!`, []]
]

it('sends nothing of a message that mentions it further on, also in a thread of people, and says so to its author', async () => {
  const { slack, channel, say, told, later, marks } = await startWatching()
  const lunch = await say('lunch?')
  for (const [at, [text, hint]] of TALK.entries()) {
    for (const to of [undefined, lunch]) {
      const by = slack.addPerson({ id: `U0P${at}${to ? 1 : 0}`, name: 'P' }).id
      await slack.invite(channel, by)
      const ts = await say(text, { by, to })
      expect([text, told(by), marks(ts)]).toEqual([text, hint, ''])
    }
  }
  expect([later(), told()]).toEqual([[], []])
})

it('says so once a day, also if Slack does not take it at first', async () => {
  const { slack, ben, say, told, later, sleep, advance, upkeep } = await startWatching()
  slack.fail('chat.postEphemeral', { error: 'ratelimited', retryAfterS: 3 })
  await say(`I asked ${BOT} about job_8f2`)
  await advance(60_000)
  await say(`and ${BOT} says that job_8f2 failed`)
  expect(told(ben)).toEqual([HINT])
  await sleep(26 * 3_600_000)
  await upkeep()
  await say(`I asked ${BOT} about job_8f2`)
  expect([told(ben), later()]).toEqual([[HINT, HINT], []])
})

it('reads such talk as a new message once it is edited, and takes a mention after blanks for the beginning', async () => {
  const { say, edit, later } = await startWatching()
  const ts = await say(`job_8f2 faild again ${BOT}`)
  await edit(ts, `job_8f2 failed again ${BOT}`)
  expect(later()).toEqual([])
  await edit(ts, ` \n ${BOT} job_8f2 shorten it`)
  expect(later()).toEqual(['shorten it'])
})
