import { expect, it } from 'vitest'
import { oneOfEachKind, tellingKills } from './choose-crossings.ts'
import { choose, listCrossings, MINUTES, stopEverywhere } from './stop-everywhere.ts'

it('brings every follow-up to one result, wherever the process is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const ofEachKind = oneOfEachKind(crossings)
  expect(ofEachKind.length).toBeGreaterThan(20)
  const chosen = choose(crossings, { telling: tellingKills(crossings), ofEachKind, share: 1 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt })),
    signal
  )
})
