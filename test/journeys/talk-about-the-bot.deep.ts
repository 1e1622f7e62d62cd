import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const BOT = '<@U0AGENTBOT>'
const HINT =
  'Not sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with `@Agent Follow-up job_8f2 …`.'
const TALK: [said: string, told: string[]][] = [
  [`job_8f2 failed again, shall we drop it? cc <@U0ANA> ${BOT}`, [HINT]],
  [`Hey ${BOT} job_8f2 shorten it`, [HINT]],
  [`Shall we let ${BOT} draw it 10px wider?`, []],
  [`We now have ${BOT} here. Thanks to <@U0ANA>!`, []]
]

it('sends nothing of a message that mentions it further on, also in a thread of people, and says so once', async () => {
  const { slack, channel, say, told, later, marks } = await startWatching()
  const lunch = await say('lunch?')
  for (const [at, [text, hint]] of TALK.entries()) {
    for (const to of [undefined, lunch]) {
      const by = slack.addPerson({ id: `U0P${at}${to ? 1 : 0}`, name: 'P' }).id
      await slack.invite(channel, by)
      for (const ts of [await say(text, { by, to }), await say(text, { by, to })])
        expect([text, told(by), marks(ts)]).toEqual([text, hint, ''])
    }
  }
  expect([later(), told()]).toEqual([[], []])
})

it('reads such talk as a new message once it is edited, and takes a mention after blanks for the beginning', async () => {
  const { say, edit, later } = await startWatching()
  const ts = await say(`job_8f2 faild again ${BOT}`)
  await edit(ts, `job_8f2 failed again ${BOT}`)
  expect(later()).toEqual([])
  await edit(ts, ` \n ${BOT} job_8f2 shorten it`)
  expect(later()).toEqual(['shorten it'])
})
