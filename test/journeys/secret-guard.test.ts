import { expect, it } from 'vitest'
import { AGENT_KEY } from '../support/office.ts'
import {
  asTyped,
  CANARY,
  EVERY_WAY,
  expectNothingLeft,
  OWN_STOPPED,
  onNewest,
  STOPPED,
  stopped,
  WAYS,
  WITH_JOB,
  WORDS,
  waysToSay
} from '../support/stopped-secret.ts'

it.each(EVERY_WAY)('stops a secret in %s, keeps nothing of it, and tells only its author', async (name, way) => {
  const journey = await stopped(way)
  expect(journey.told(journey.ben)).toEqual([name.includes('command') ? asTyped(STOPPED) : STOPPED])
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

it.each(['ask', 'refuse', 'send'])(
  'never sends one of the bot’s own secrets, nor offers to, nor repeats it: %s',
  async SECRETS => {
    // Nobody sees that it is in pieces.
    const own = [AGENT_KEY.slice(0, 9), AGENT_KEY.slice(9, 14), AGENT_KEY.slice(14)].join('\n\u200b')
    const journey = await stopped(
      async world => {
        for (const way of Object.values(waysToSay(`deploy it with ${own}`))) await way(world)
        await world.command(`job_8f2 deploy it with ${AGENT_KEY}`, { by: world.ben })
      },
      { env: { SECRETS } }
    )
    const typed = asTyped(OWN_STOPPED)
    expect(journey.told(journey.ben).toSorted()).toEqual([...Array(4).fill(OWN_STOPPED), ...Array(3).fill(typed)])
    await expectNothingLeft(journey)
  }
)
