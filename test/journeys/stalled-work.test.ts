import { expect, it } from 'vitest'
import { startLongWork } from '../support/long-work.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const QUESTION =
  'bot: @Ana, *job_8f2* is still working after 17 min; usually it’s done in 5–6 min.\n[Keep watching] [Stop watching]'

it('asks once, in the thread alone, about work that takes three times as long as usual', async () => {
  const { slack, agent, channel, press, find, runDue, advance, sleep, thread } = await startLongWork()
  await advance(16 * MINUTE)
  expect(thread()).toEqual([])
  await advance(3 * MINUTE)
  expect(thread()).toEqual([QUESTION])
  await sleep(HOUR)
  expect(thread()).toEqual([QUESTION])

  await press('keep-on', { on: find('still working after') })
  await runDue()
  const kept = `${QUESTION.replace('@Ana, ', '').split('\n')[0]}\n— I’ll keep watching · @Ana 15:19`
  expect(thread()).toEqual([kept])
  await sleep(5 * HOUR)
  expect(thread()).toEqual([kept])
  expect(slack.messages(channel).filter(({ subtype }) => subtype === 'thread_broadcast')).toEqual([])

  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(thread()[0]).toBe(
    'bot: *job_8f2* was still working after 17 min; usually it’s done in 5–6 min.\n— It has since ended.'
  )
  expect(thread()).toHaveLength(2)
})

it.each([
  ['where nobody knows how long it usually takes', { ends: 4 }],
  ['if the operator wants no such questions', { env: { STALL_NOTICE: 'off' } }]
])('asks nothing %s', async (_, { ends, env = {} }: { ends?: number; env?: Record<string, string> }) => {
  const { sleep, thread, card } = await startLongWork({ env }, ends)
  await sleep(3 * HOUR)
  expect(thread()).toEqual([])
  expect(card()).toContain('working')
})
