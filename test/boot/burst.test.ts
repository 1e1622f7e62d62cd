import { expect, it } from 'vitest'
import { moveAway } from '../support/distant-server.ts'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const SLACK_WAITS_MS = 3_000

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

  const startedAt = performance.now()
  const answers = await Promise.all(
    numbers.map(async at => {
      const { reply } = await slack.command({ user: at % 2 ? ana : ben, channel, text: `job_${at} add examples` })
      return { words: reply?.text, afterMs: performance.now() - startedAt }
    })
  )
  expect(answers.map(({ words }) => words)).toEqual(
    numbers.map(at => `Got it: on its way to *job_${at}*. The card appears in this channel.`)
  )
  expect(Math.max(...answers.map(({ afterMs }) => afterMs))).toBeLessThan(SLACK_WAITS_MS)
  const stored = await database.query('select job_id as job, state from followup.followup order by length(id), id')
  expect(stored.map(({ job }) => job).toSorted()).toEqual(numbers.map(at => `job_${at}`).toSorted())
  expect(bot.output()).not.toContain('"level":50')
})
