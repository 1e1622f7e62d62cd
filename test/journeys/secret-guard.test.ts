import { expect, it } from 'vitest'
import { AGENT_KEY } from '../support/office.ts'
import {
  asTyped,
  EVERY_WAY,
  expectNothingLeft,
  OWN_STOPPED,
  STOPPED,
  stopped,
  WORDS,
  waysToSay
} from '../support/stopped-secret.ts'

it.each(EVERY_WAY)('stops a secret in %s, keeps nothing of it, and tells only its author', async (name, way) => {
  const journey = await stopped(way)
  expect(journey.told(journey.ben)).toEqual([name.includes('command') ? asTyped(STOPPED) : STOPPED])
  expect(journey.told(journey.ana)).toEqual([])
  await expectNothingLeft(journey)
  expect(journey.log.filter(({ words }) => words === 'Words with a secret were stopped')).toEqual([
    expect.objectContaining({ level: 'info', found: ['a GitHub token'] })
  ])
})

it('looks for no shapes where the operator says so', async () => {
  const journey = await stopped(({ reply }) => reply(WORDS), { env: { SECRETS: 'send' } })
  expect(journey.later()).toEqual([WORDS])
})

it.each(['refuse', 'send'])('never sends one of the bot’s own secrets, nor repeats it: %s', async SECRETS => {
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
})
