import { expect, it } from 'vitest'
import { oneOfEachKind, tellingKills } from './choose-crossings.ts'
import { choose, listCrossings, MINUTES, stopEverywhere } from './stop-everywhere.ts'

it('brings every follow-up to one result, wherever the process is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const telling = tellingKills(crossings)
  const ofEachKind = oneOfEachKind(telling)
  expect(ofEachKind.length).toBeGreaterThan(12)
  const chosen = choose(crossings, { telling, ofEachKind, share: 1 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt })),
    signal
  )
})
