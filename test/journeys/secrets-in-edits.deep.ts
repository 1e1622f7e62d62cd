import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { startWatching } from '../support/journey.ts'
import { BOT, CANARY, STOPPED, WORDS } from '../support/stopped-secret.ts'

it.each([
  ['what still waits, which is then not sent either', 1, STOPPED, []],
  ['what was sent', 80, STOPPED, ['deploy it']]
])('takes no edit with a secret of %s, and keeps nothing of it', async (_, hourlyLimit, answer, sent) => {
  const {
    slack,
    channel,
    ben: user,
    database,

    advance,
    sleep,
    told,
    later,
    tell
  } = await startWatching({ hourlyLimit })
  const ts = await tell('deploy it')
  await slack.edit({ user, channel, messageTs: ts, text: WORDS })
  await advance(3_000)
  expect(told(user)).toEqual([answer])
  expect((await dumpTables(database)).filter(row => row.includes(CANARY))).toEqual([])
  await sleep(2 * 3_600_000)
  expect(later()).toEqual(sent)
})

it('keeps nothing of a secret that an edit brings before the bot looked at the reply', async () => {
  const journey = await startWatching()
  const { slack, channel, ben: user, reply, advance } = journey
  for (const isReversed of [false, true]) {
    slack.hold()
    const { ts } = await reply('deploy it')
    await slack.edit({ user, channel, messageTs: ts, text: WORDS })
    await slack.release(held => (isReversed ? held.toReversed() : held))
    await advance(3_000)
  }
  expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(journey.later().join()).not.toContain(CANARY)
  expect(journey.told(user)).toEqual([STOPPED, STOPPED])
})

it.each(['thanks!', `${BOT} please deploy it`])('keeps nothing of a secret that an edit adds to “%s”', async text => {
  const { slack, channel, ben: user, database, cardTs, advance, later } = await startWatching()
  const { ts } = await slack.say({ user, channel, text, ...(!text.includes(BOT) && { threadTs: cardTs() }) })
  await advance(2_000)
  await slack.edit({ user, channel, messageTs: ts, text: `${text} ${WORDS}` })
  await advance(3_000)
  expect((await dumpTables(database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(later()).toEqual([])
})
