import { it } from 'vitest'
import { oneOfEachKind, tellingKills, tellingPauses } from './choose-crossings.ts'
import { choose, listCrossings, MINUTES, stopEverywhere } from './stop-everywhere.ts'

/** Paused there, a command is stored after its person was told that it failed. */
const STORING_A_COMMAND = 'before database.transaction #1'

it('brings every follow-up to one result, wherever one of two processes is killed', { timeout: 60 * MINUTES }, async ({
  signal
}) => {
  const crossings = await listCrossings()
  const ofEachKind = oneOfEachKind(crossings)
  const chosen = choose(crossings, { telling: tellingKills(crossings), ofEachKind, share: 1 / 2 })
  await stopEverywhere(
    chosen.map(killAt => ({ killAt, processes: 2 })),
    signal
  )
})

it('brings every follow-up to one result, wherever one of two pauses until the other has done everything', {
  timeout: 60 * MINUTES
}, async ({ signal }) => {
  const crossings = await listCrossings()
  const telling = tellingPauses(crossings)
  const chosen = choose(crossings, { telling, ofEachKind: oneOfEachKind(telling), share: 1 / 5 })
  await stopEverywhere(
    [...new Set([STORING_A_COMMAND, ...chosen])].map(pauseAt => ({ pauseAt, processes: 2 })),
    signal
  )
})
