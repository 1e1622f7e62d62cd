import { expect, it } from 'vitest'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000
const MOST_TASKS = 500

/** A task that comes back at once for ever would never let the test end. */
function boundTasks(deps: FollowupDeps): FollowupDeps {
  let tasks = 0
  return {
    ...deps,
    async enqueue(...task) {
      if (++tasks <= MOST_TASKS) return deps.enqueue(...task)
    }
  }
}

/** A watched job with a send that is held for two minutes in between, by a bot whose clock is off by `skewMs` against the database's. */
async function liveTenMinutes(skewMs: number) {
  const { agent, advance, reply, looks, now } = await startWatching({ skewMs, around: boundTasks })
  const startedAt = now()
  await advance(MINUTE_MS)
  agent.fail('send', { status: 429, retryAfter: '120' })
  await reply('shorten it')
  await advance(9 * MINUTE_MS)
  const tries = agent.requests({ asked: 'send' }).map(({ at }) => Math.round((at - startedAt) / 1_000))
  return { skewMs, looks: looks(), tries }
}

it('looks and sends as often, and as soon, whatever the difference between its clock and the database’s', async () => {
  const right = await liveTenMinutes(0)
  expect(right.tries).toHaveLength(3)
  expect(right.looks).toBeGreaterThan(20)
  for (const skewS of [-30, -10, -2, 2, 10, 30]) {
    const { skewMs, looks, tries } = await liveTenMinutes(skewS * 1_000)
    expect
      .soft({ skewMs, looks: Math.abs(looks - right.looks) <= 1 ? right.looks : looks, tries })
      .toEqual({ ...right, skewMs })
  }
})
