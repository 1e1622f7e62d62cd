import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000
const NO_WORK_YET =
  '*job_8f2* is idle. A follow-up was sent, but no work has started. I’ll write to you directly when the job ends, or if none has started in about 30 min.\n[🔕 Don’t tell me]'

/** An instruction was sent to a job that stays idle, at least for a while. */
async function startIdle(options: JourneyOptions = {}) {
  const journey = await startWatching(options, { life: { startsLateMs: 24 * 60 * MINUTE_MS } })
  await journey.advance(30_000)
  return journey
}

it.each([0, 3 * MINUTE_MS])(
  'promises what is true of an idle job whose work may still begin (after %i ms)',
  async ms => {
    const { agent, ben, command, advance, direct } = await startIdle()
    await advance(ms)
    expect(await command('watch job_8f2', { by: ben })).toBe(NO_WORK_YET)
    expect(await command('watch job_8f2', { by: ben })).toBe(NO_WORK_YET)
    await advance(10 * MINUTE_MS)
    expect(direct(ben)).toEqual([])
    agent.setJob('job_8f2', { status: 'active' })
    await advance(2 * MINUTE_MS)
    agent.setJob('job_8f2', { status: 'completed', prLink: 'https://github.com/example/shop/pull/1' })
    await advance(MINUTE_MS)
    expect(direct(ben)).toEqual([expect.stringContaining('*job_8f2* has finished')])
  }
)

it('writes once that no work has started, as it said', async () => {
  const { ben, command, advance, direct } = await startIdle()
  await command('watch job_8f2', { by: ben })
  await advance(25 * MINUTE_MS)
  expect(direct(ben)).toEqual([])
  await advance(15 * MINUTE_MS)
  expect(direct(ben)).toEqual([
    expect.stringContaining('*job_8f2* is idle: I’ve seen no work since you asked, so I’ve stopped looking.')
  ])
})

it('promises no more than that on the card', async () => {
  const { ben, pressAndHear } = await startIdle()
  expect(await pressAndHear('tell-me', { by: ben })).toBe(NO_WORK_YET)
})

it('says that an instruction may have been sent, if nobody knows', async () => {
  const { agent, ben, reply, command, advance } = await startWatching()
  agent.finish('job_8f2', { prLink: null })
  await advance(3 * MINUTE_MS)
  agent.fail('send', { status: 500 })
  await reply('and the title')
  await advance(20_000)
  expect(await command('watch job_8f2', { by: ben })).toMatch(
    /A follow-up may have been sent, but .* in about 10 min\./
  )
})
