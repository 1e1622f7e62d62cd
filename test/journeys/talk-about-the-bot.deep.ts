import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const BOT = '<@U0AGENTBOT>'
const TALK = [
  `job_8f2 failed again, shall we drop it? cc <@U0ANA> ${BOT}`,
  `Hey ${BOT} job_8f2 shorten it`,
  `We now have ${BOT} here. Thanks to <@U0ANA>!`
]

it('sends nothing of a message that mentions it further on, also in a thread of people', async () => {
  const { ben, say, told, later, marks } = await startWatching()
  const lunch = await say('lunch?')
  for (const text of TALK)
    for (const to of [undefined, lunch]) expect([text, marks(await say(text, { to }))]).toEqual([text, ''])
  expect([later(), told(), told(ben)]).toEqual([[], [], []])
})

it('reads such talk as a new message once it is edited, and takes a mention after blanks for the beginning', async () => {
  const { say, edit, later } = await startWatching()
  const ts = await say(`job_8f2 faild again ${BOT}`)
  await edit(ts, `job_8f2 failed again ${BOT}`)
  expect(later()).toEqual([])
  await edit(ts, ` \n ${BOT} job_8f2 shorten it`)
  expect(later()).toEqual(['shorten it'])
})
