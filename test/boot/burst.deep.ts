import { expect, it } from 'vitest'
import { moveAway } from '../support/distant-server.ts'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const SLACK_WAITS_MS = 3_000
// A machine that is busy with other tests may be too slow for one burst. Once, about half of each was refused.
const BURSTS = 3

it.for([
  [30, 10],
  [100, 50]
] as const)('takes %i commands at once, with a database that is %i ms away', async ([count, roundTripMs]) => {
  const { slack, agent, channel, ana, ben, env } = await openOffice()
  const { url, database } = await createTestDatabase()
  const bot = spawnBot({ ...env, DATABASE_URL: await moveAway(url, roundTripMs) })
  await bot.waitUntilReady()
  const numbers = Array.from({ length: count }, (_, at) => at)
  for (const at of numbers) agent.addJob({ id: `job_${at}`, life: { ends: 'never' } })

  /** Whether all of them are accepted in time; the words differ in each burst. */
  async function burst(words: string): Promise<boolean> {
    const startedAt = performance.now()
    const answers = await Promise.all(
      numbers.map(async at => {
        const { acknowledged, reply } = await slack.command({
          user: at % 2 ? ana : ben,
          channel,
          text: `job_${at} ${words}`
        })
        return { isAccepted: acknowledged && reply === undefined, afterMs: performance.now() - startedAt }
      })
    )
    return answers.every(({ isAccepted, afterMs }) => isAccepted && afterMs < SLACK_WAITS_MS)
  }

  let bursts = 0
  let isTaken = false
  while (!isTaken && bursts < BURSTS) isTaken = await burst(`burst ${++bursts}`)
  expect(isTaken).toBe(true)
  const stored = await database.query('select job_id as job from followup.followup where prompt = $1', [
    `burst ${bursts}`
  ])
  expect(stored.map(({ job }) => job).toSorted()).toEqual(numbers.map(at => `job_${at}`).toSorted())
})
