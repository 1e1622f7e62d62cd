import { expect, it } from 'vitest'
import { tellingKills } from './choose-crossings.ts'
import { choose, listCrossings, MINUTES, stopEverywhere } from './stop-everywhere.ts'

it('brings every follow-up to one result, wherever the process is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const chosen = choose(crossings, { telling: tellingKills(crossings), share: 1 })
  expect(chosen.length).toBeGreaterThan(12)
  await stopEverywhere(
    chosen.map(killAt => ({ killAt })),
    signal
  )
})
