import { it } from 'vitest'
import { tellingKills, tellingPauses } from './choose-crossings.ts'
import { choose, listCrossings, MINUTES, stopEverywhere } from './stop-everywhere.ts'

const STORING_A_COMMAND = 'before database.transaction #1'

it('brings every follow-up to one result, wherever one of two processes is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const chosen = choose(crossings, { telling: tellingKills(crossings), share: 1 / 2 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt, processes: 2 })),
    signal
  )
})

it('brings every follow-up to one result, wherever one of two pauses until the other has done everything', {
  timeout: 60 * MINUTES
}, async ({ signal }) => {
  const crossings = await listCrossings()
  const chosen = choose(crossings, { telling: tellingPauses(crossings), always: [STORING_A_COMMAND], share: 1 / 5 })
  await stopEverywhere(
    chosen.map(pauseAt => ({ pauseAt, processes: 2 })),
    signal
  )
})
