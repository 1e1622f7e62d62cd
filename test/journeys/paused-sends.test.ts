import { expect, it } from 'vitest'
import { type Journey, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

it('knows that it did not send after a long pause, and sends then', async () => {
  let pausesLeft = 1
  const journey: Journey = await startWithJob({
    // Between the claim of the send and the request.
    wrap: around('agent', 'sendMessage', send => async (...asked) => {
      if (pausesLeft-- > 0) await journey.pass(13_000)
      return send(...asked)
    })
  })
  const { command, runDue, card, advance, sent } = journey
  await command('job_8f2 add examples')
  await runDue()
  await advance(1_500)
  expect([sent(), card()]).toEqual([['add examples'], expect.stringContaining('*job_8f2* · working')])
})

it('keeps the order when the bot stalls right after it has looked for earlier replies', async () => {
  let stalls = false
  const journey: Journey = await startWithJob({
    wrap: around('database', 'query', query => async (text, values) => {
      const rows = await query(text, values)
      if (stalls && text.includes('"triedMs"')) {
        stalls = false
        await journey.slack.release()
        await journey.pass(2_000)
      }
      return rows
    })
  })
  const { slack, command, reply, runDue, advance, sent } = journey
  await command('job_8f2 add examples')
  await runDue()
  slack.hold(({ payload }) => JSON.stringify(payload).includes('step 1'))
  await reply('step 1')
  await reply('step 2')
  stalls = true
  await advance(5_000)
  expect([stalls, sent()]).toEqual([false, ['add examples', 'step 1', 'step 2']])
})
