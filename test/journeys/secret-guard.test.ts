import { expect, it } from 'vitest'
import {
  CANARY,
  EVERY_WAY,
  expectNothingLeft,
  onNewest,
  STOPPED,
  stopped,
  WAYS,
  WITH_JOB,
  WORDS
} from '../support/stopped-secret.ts'

it.each(EVERY_WAY)('stops a secret in %s, keeps nothing of it, and tells only its author', async (_, way) => {
  const journey = await stopped(way)
  expect(journey.told(journey.ben)).toEqual([STOPPED])
  expect(journey.told(journey.ana)).toEqual([])
  await expectNothingLeft(journey)
  expect(
    journey.log.filter(({ words }) => words === 'Words that look like they contain a secret were stopped')
  ).toEqual([expect.objectContaining({ level: 'info', kinds: ['github'] })])
})

it.each(WITH_JOB)('sends it once when the author of %s says so', async (_, way) => {
  const journey = await stopped(way)
  const { ben, press, told, advance, later } = journey
  const on = onNewest(journey)
  await journey.restart()
  // The answer takes the place of the button, which says the same when it is pressed twice before that.
  await Promise.all([1, 2].map(() => press('send-anyway', on)))
  await advance(2_000)
  expect(told(ben)).toContainEqual(expect.stringMatching(/^Got it: (?:on its way|the mark)[^[]*$/))
  await advance(2_000)
  expect(later()).toEqual([WORDS])
  expect(JSON.stringify(journey.log)).not.toContain(CANARY)
})

it.each(['a command without a job', 'a mention without a job'])(
  'asks which job once the author of %s sends it anyway',
  async name => {
    const journey = await stopped(WAYS[name] ?? (async () => {}))
    await journey.press('send-anyway', onNewest(journey))
    await journey.advance(2_000)
    expect(journey.told(journey.ben).at(-1)).toContain('which job?')
    await journey.press('choose-job', onNewest(journey))
    await journey.advance(2_000)
    expect(journey.later()).toEqual([`please ${WORDS}`])
  }
)

it('looks at nothing where the operator says so', async () => {
  const journey = await stopped(({ reply }) => reply(WORDS), { env: { SECRETS: 'send' } })
  expect(journey.later()).toEqual([WORDS])
})
