import { expect, it } from 'vitest'
import { startBetween } from '../support/between-jobs.ts'

const QUESTION =
  'Nothing was sent yet. This thread is about *job_8f2*, and your reply names *job_c90*. Which job is it for?'

it.each([
  ['send-here', ['job_8f2: job_c90 fix the lint']],
  ['send-there', ['job_c90: fix the lint']]
])('takes back what waits if it is edited to name another job, and asks: %s', async (button, reached) => {
  const { slack, channel, ben, write, advance, choose, sent, asked, thread, to } = await startBetween()
  const ts = await write('when idle: fix the lint')
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'job_c90 fix the lint' })
  await advance(3_000)
  expect(asked()[0]?.split('\n')[0]).toBe(QUESTION)
  expect([sent(), thread(to)[0]]).toEqual([[], 'Ben: job_c90 fix the lint'])
  await choose(button)
  expect(sent()).toEqual(reached)
  expect(thread(to)[0]).toBe('Ben: job_c90 fix the lint 📨')
})

it.each([
  ['edited to name another job', 'job_c90 fix it'],
  ['kept between people', '// fix it']
])('asks, and offers it to no job alone, when a reply names another job after it was %s', async (_, edited) => {
  const { slack, channel, ben, write, advance, choose, sent, asked } = await startBetween()
  const ts = await write('when idle: fix it')
  for (const text of [edited, 'job_c90 fix the lint']) {
    await slack.edit({ user: ben, channel, messageTs: ts, text })
    await advance(3_000)
  }
  expect(asked().at(-1)?.split('\n')).toEqual([QUESTION, '>job_c90 fix the lint', expect.anything()])
  expect(asked().join()).not.toContain('taken back')
  await choose('send-there')
  expect(sent()).toEqual(['job_c90: fix the lint'])
})
