import { expect, it } from 'vitest'
import { LINK, startBetween } from '../support/between-jobs.ts'

const QUESTION =
  'Nothing was sent yet. This thread is about *job_8f2*, and your reply names *job_c90*. Which job is it for?'
const CHOICE = '[Send to job_8f2] [Send to job_c90] [Neither]'

it.each([
  ['its id', 'job_c90 fix the lint'],
  ['a mention and its id', '<@U0AGENTBOT> job_c90: fix the lint'],
  ['words to somebody and its id', 'please tell job_c90 to fix the lint'],
  ['a time and its id', 'when idle: job_c90 fix the lint'],
  ['a link to it', `${LINK}/job_c90 fix the lint`]
])('asks the author of a reply that begins with %s which job it is for, and sends nothing', async (_, text) => {
  const { write, asked, sent, thread, ana, told, to } = await startBetween()
  await write(text)
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.split('\n')[0]).toBe(QUESTION)
  expect(asked()[0]?.split('\n').at(-1)).toBe(CHOICE)
  expect([sent(), told(ana), thread(to)]).toEqual([[], [], [expect.not.stringMatching(/[👀📨]/u)]])
})

it.each([
  ['send-here', 'Got it: on its way to *job_8f2*.', ['job_8f2: job_c90 fix the lint']],
  ['send-there', 'Got it: on its way to *job_c90*.', ['job_c90: fix the lint']],
  ['send-nowhere', 'OK: nothing was sent.', []]
])('does what its author then presses, once: %s', async (button, answer, reached) => {
  const { write, asked, sent, press, slack, channel, ben, advance } = await startBetween()
  await write('job_c90 fix the lint')
  const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
  await Promise.all([1, 2].map(() => press(button, { on, by: ben })))
  await advance(3_000)
  expect(asked()[0]).toBe(answer)
  expect(sent()).toEqual(reached)
})

it.each([
  ['job_c90 at 18:00: fix the lint', 'job_c90 fix the lint'],
  ['please job_c90 at 18:00: fix &amp;amp; lint', 'job_c90 fix &amp;amp; lint'],
  [`${LINK}/job_c90 at 18:00: fix the lint`, `${LINK}/job_c90 fix the lint`]
])('keeps the time that follows the id of the other job, for its own: %s', async (text, words) => {
  const { write, choose, sent, sleep } = await startBetween()
  await write(text)
  expect(await choose('send-here')).toBe('Got it: it will wait until 2026-11-20 17:00.')
  expect(sent()).toEqual([])
  await sleep(4 * 3_600_000)
  expect(sent()).toEqual([`job_8f2: ${words}`])
})

it('asks nothing about ordinary words, and sends them to the job of the thread', async () => {
  const { reply, to, advance, agent, asked, sent } = await startBetween()
  const ordinary = ['task_1 is done, do the second', 'job_404 is on the page', 'do it like job_c90', 're-run the tests']
  for (const words of ordinary) await reply(words, { to })
  await advance(8_000)
  expect(asked()).toEqual([])
  expect(sent()).toEqual(ordinary.map(words => `job_8f2: ${words}`))
  expect(agent.requests({ asked: 'read' }).filter(({ path }) => path.includes('job_404'))).toHaveLength(1)
})
