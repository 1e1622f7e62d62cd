import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { CANARY, EDIT_STOPPED, newest, STOPPED, stopped, type Way } from '../support/stopped-secret.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

const WORDS = `deploy it\nwith ${CANARY}`

const BOT = '<@U0AGENTBOT>'
const WAYS: Record<string, Way> = {
  'the command': ({ command, ben }) => command(`job_8f2 ${WORDS}`, { by: ben }),
  'a command without a job': ({ command, ben }) => command(`please ${WORDS}`, { by: ben }),
  'a reply in a thread': ({ reply }) => reply(WORDS),
  'a mention': ({ slack, ben: user, channel }) => slack.say({ user, channel, text: `${BOT} job_8f2 ${WORDS}` }),
  'a mention without a job': ({ slack, ben: user, channel }) =>
    slack.say({ user, channel, text: `${BOT} please ${WORDS}` }),
  'a direct message': ({ slack, ben: user }) =>
    slack.say({ user, channel: slack.directChannel(user).id, text: `job_8f2 ${WORDS}` })
}

const EVERY_WAY = Object.entries(WAYS)

/** Nothing but what Ana sent in the beginning. */
async function expectNothingLeft({ database, log, later, thread }: WatchedJob): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(JSON.stringify(log)).not.toContain(CANARY)
  expect(later()).toEqual([])
  expect(thread().join('\n')).not.toMatch(/[👀📨❌]/u)
}

it.each(EVERY_WAY)('stops a secret in %s, keeps nothing of it, and tells only its author', async (_, way) => {
  const journey = await stopped(way)
  expect(journey.told(journey.ben)).toEqual([STOPPED])
  expect(journey.told(journey.ana)).toEqual([])
  await expectNothingLeft(journey)
  expect(
    journey.log.filter(({ words }) => words === 'Words that look like they contain a secret were stopped')
  ).toEqual([expect.objectContaining({ level: 'info', kinds: ['github'] })])
})

const WITH_JOB = EVERY_WAY.filter(([name]) => !name.includes('without'))

it.each(WITH_JOB)('sends it once when the author of %s says so', async (_, way) => {
  const journey = await stopped(way)
  const { ben, press, told, advance, later } = journey
  const on = newest(journey)
  await journey.restart()
  // The answer takes the place of the button, which says the same when it is pressed twice before that.
  await Promise.all([1, 2].map(() => press('send-anyway', on)))
  await advance(2_000)
  expect(told(ben)).toContainEqual(expect.stringMatching(/^Got it: on its way[^[]*$/))
  await advance(2_000)
  expect(later()).toEqual([WORDS])
  expect(JSON.stringify(journey.log)).not.toContain(CANARY)
})

it.each(['a command without a job', 'a mention without a job'])(
  'asks which job once the author of %s sends it anyway',
  async name => {
    const journey = await stopped(WAYS[name] ?? (async () => {}))
    await journey.press('send-anyway', newest(journey))
    await journey.advance(2_000)
    expect(journey.told(journey.ben).at(-1)).toContain('which job?')
    await journey.press('choose-job', newest(journey))
    await journey.advance(2_000)
    expect(journey.later()).toEqual([`please ${WORDS}`])
  }
)

it.each(WITH_JOB)('lets nobody send it where the operator refuses secrets: %s', async (_, way) => {
  const journey = await stopped(way, { env: { SECRETS: 'refuse' } })
  expect(journey.told(journey.ben)).toEqual([`${STOPPED.split(', or press')[0]}.`])
  await expectNothingLeft(journey)
})

it('refuses a button from the time when it was allowed', async () => {
  const journey = await stopped(({ reply }) => reply(WORDS))
  await journey.restart({ SECRETS: 'refuse' })
  expect(await journey.pressAndHear('send-anyway', newest(journey))).toContain('Send it again without that.')
  await journey.advance(2_000)
  await expectNothingLeft(journey)
})

it('looks at nothing where the operator says so', async () => {
  const journey = await stopped(({ reply }) => reply(WORDS), { env: { SECRETS: 'send' } })
  expect(journey.later()).toEqual([WORDS])
})

it('offers no button for more than a button can hold', async () => {
  const journey = await stopped(({ reply }) => reply(`${'Explain every error. '.repeat(100)}\n${CANARY}`))
  expect(journey.told(journey.ben)).toEqual([
    `Not sent: this looks like it contains a GitHub token (${CANARY.slice(0, 4)}…, line 2). Send it again without that. To send it anyway, shorten it first.`
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
    const offer = newest(journey)
    await slack.edit({ user, channel, messageTs: ts, text: `${text} ${WORDS}` })
    await advance(2_000)
    expect(told(user).at(-1)).toBe(NOT_TAKEN)
    expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
    await journey.pressAndHear(button, offer)
    await advance(2_000)
    expect(later()).toEqual(sent)
  }
)
