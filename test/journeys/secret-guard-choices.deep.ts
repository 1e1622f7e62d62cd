import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import {
  asTyped,
  BOT,
  CANARY,
  EDIT_STOPPED,
  expectNothingLeft,
  onNewest,
  STOPPED,
  stopped,
  WITH_JOB,
  WORDS
} from '../support/stopped-secret.ts'
import { startWatching } from '../support/watched-job.ts'

it.each(WITH_JOB)('lets nobody send it where the operator refuses secrets: %s', async (name, way) => {
  const journey = await stopped(way, { env: { SECRETS: 'refuse' } })
  const told = `${STOPPED.split(', or press')[0]}.`
  expect(journey.told(journey.ben)).toEqual([name.includes('command') ? asTyped(told) : told])
  await expectNothingLeft(journey)
})

it.each<Record<string, string>>([{ SECRETS: 'refuse' }, { GITHUB_TOKEN: CANARY }])(
  'refuses a button from the time when it was allowed: %o',
  async env => {
    const journey = await stopped(({ reply }) => reply(WORDS))
    await journey.restart(env)
    expect(await journey.pressAndHear('send-anyway', onNewest(journey))).toContain('Send it again without that.')
    await journey.advance(2_000)
    await expectNothingLeft(journey)
  }
)

it('offers no button for more than a button can hold', async () => {
  const journey = await stopped(({ reply }) => reply(`${'Explain every error. '.repeat(100)}\n${CANARY}`))
  expect(journey.told(journey.ben)).toEqual([
    STOPPED.replace(/, or press.*/s, '. To send it anyway, shorten it first.')
  ])
  await expectNothingLeft(journey)
})

const NOT_TAKEN = `${EDIT_STOPPED.split(', or press')[0]}.`

it.each([
  ['thanks', 'send-chatter', 'thanks!', ['thanks!']],
  ['words without a job', 'choose-job', `${BOT} please deploy it`, ['please deploy it']]
])(
  'says that an edit of %s was not taken, and sends the words as they were when asked to',
  async (_, button, text, sent) => {
    const journey = await startWatching()
    const { slack, channel, ben: user, cardTs, advance, told, later } = journey
    const { ts } = await slack.say({ user, channel, text, ...(button === 'send-chatter' && { threadTs: cardTs() }) })
    await advance(2_000)
    const offer = onNewest(journey)
    await slack.edit({ user, channel, messageTs: ts, text: `${text} ${WORDS}` })
    await advance(2_000)
    expect(told(user).at(-1)).toBe(NOT_TAKEN)
    expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
    await journey.pressAndHear(button, offer)
    await advance(2_000)
    expect(later()).toEqual(sent)
  }
)
