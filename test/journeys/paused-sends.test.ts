import { expect, it } from 'vitest'
import { type Journey, startJourney } from '../support/journey.ts'

const JOB = 'job_8f2'

/** The bot pauses for this long between the claim of its first send and the request. */
async function startPausing(pauseMs: number): Promise<Journey> {
  let pausesLeft = 1
  const journey: Journey = await startJourney({
    wrap: deps => ({
      ...deps,
      agent: {
        ...deps.agent,
        async sendMessage(...asked) {
          if (pausesLeft-- > 0) await journey.pass(pauseMs)
          return deps.agent.sendMessage(...asked)
        }
      }
    })
  })
  journey.agent.addJob({ id: JOB, life: { ends: 'never' } })
  await journey.command(`${JOB} add examples`)
  await journey.runDue()
  return journey
}

it('sends normally after a short pause', async () => {
  const { posts, card } = await startPausing(5_000)
  expect(posts()).toBe(1)
  expect(card()).toContain(`*${JOB}* · working`)
})

it('knows that it did not send after a long pause, and sends then', async () => {
  const { card, advance, agent } = await startPausing(13_000)
  await advance(1_500)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples'])
  expect(card()).toContain(`*${JOB}* · working`)
})

it('keeps the order when the bot stalls right after it has looked for earlier replies', async () => {
  let stalls = false
  const journey: Journey = await startJourney({
    wrap: deps => ({
      ...deps,
      database: {
        ...deps.database,
        async query(text, values) {
          const rows = await deps.database.query(text, values)
          if (stalls && text.includes('"triedMs"')) {
            stalls = false
            await journey.slack.release()
            await journey.pass(2_000)
          }
          return rows
        }
      }
    })
  })
  const { slack, agent, command, reply, runDue, advance } = journey
  agent.addJob({ id: JOB, life: { ends: 'never' } })
  await command(`${JOB} add examples`)
  await runDue()
  slack.hold(({ payload }) => JSON.stringify(payload).includes('step 1'))
  await reply('step 1')
  await reply('step 2')
  stalls = true
  await advance(5_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'step 1', 'step 2'])
})
