import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000
/** With a correct clock. */
const LOOKS = 55

/** A watched job with a send that is held for two minutes in between, by a bot whose clock is off by `skewMs` against the database's. */
async function liveTenMinutes(skewMs: number) {
  const { agent, advance, reply, looks, now } = await startWatching({ skewMs })
  const startedAt = now()
  await advance(MINUTE_MS)
  agent.fail('send', { status: 429, retryAfter: '120' })
  await reply('shorten it')
  await advance(9 * MINUTE_MS)
  const tries = agent.requests({ asked: 'send' }).map(({ atMs }) => Math.round((atMs - startedAt) / 1_000))
  return { looks: looks(), tries }
}

it.each([-30, -10, -2, 0, 2, 10, 30])(
  'looks as often and sends as soon as usual with its clock %i s ahead of the database’s',
  async skewS => {
    const { looks, tries } = await liveTenMinutes(skewS * 1_000)
    // The reply waits a second for earlier ones, is turned away, and goes out two minutes later.
    expect(tries).toEqual([0, 61, 181])
    expect(Math.abs(looks - LOOKS), `${looks} looks`).toBeLessThanOrEqual(1)
  }
)

it('says in its log how far its clock is off', async () => {
  const { log } = await startJourney({ skewMs: -10_000 })
  expect(log.filter(line => 'clockAheadMs' in line).map(({ words }) => words)).toEqual([
    "This machine's clock is 10.0 s behind the database's; the bot uses the database's"
  ])
})
