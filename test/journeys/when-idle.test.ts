import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { BUTTONS, finish, startWithWaiting, WAITS } from '../support/waiting-reply.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTES = 60_000

it('holds a reply until the job is idle, says so, and sends it then', async () => {
  const journey = await startWithWaiting()
  const { later, thread, card } = journey
  expect(later()).toEqual([])
  expect(thread()).toEqual(['Ben: when idle: run the tests ⏰', `bot: ${WAITS}\n>run the tests\n${BUTTONS}`])
  expect(card()).toContain('⏳ *job_8f2* · working\n>add examples')
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
  expect(thread()).toEqual([
    'Ben: when idle: run the tests 📨',
    'bot: No longer waiting.\n>run the tests',
    expect.stringMatching(/^bot, also in #docs: @Ana, \*job_8f2\* finished/)
  ])
  expect(card()).toContain('⏳ *job_8f2* · working\n>add examples\n— ⏳ “run the tests”')
  await finish(journey, 13)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished, now on pull request #13/)
})

it('sends it at once to a job that is idle, without a word', async () => {
  const journey = await startWatching()
  await finish(journey)
  const before = journey.thread().length
  await journey.reply('when idle: run the tests')
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['run the tests'])
  expect(journey.thread().slice(before)).toEqual(['Ben: when idle: run the tests 📨'])
})

it('sends what waits for no work before what was written after it', async () => {
  const journey = await startWatching()
  const { reply, advance, later, thread } = journey
  await finish(journey)
  const before = thread().length
  await reply('when idle: run the tests')
  await reply('add a table')
  await reply('when idle: run the linter')
  await advance(5_000)
  expect(later()).toEqual(['run the tests', 'add a table'])
  expect(thread()[before]).toBe('Ben: when idle: run the tests 📨')
  expect(thread().at(-1)).toBe(`bot: ${WAITS}\n>run the linter\n${BUTTONS}`)
})

it('sends at once what has waited for days for a time, and is edited to wait for no work', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, sleep, later } = journey
  await finish(journey)
  const { ts: messageTs } = await reply('in 3 days: run the tests')
  await advance(2_000)
  await sleep(2 * 24 * 60 * MINUTES)
  await slack.edit({ user: ben, channel, messageTs, text: 'when idle: run the tests' })
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
})

it('sends several one at a time, in the order they were written, each with its own result', async () => {
  const journey = await startWithWaiting('when idle: one')
  const { reply, advance, later, thread } = journey
  await reply('when idle: two')
  await reply('when idle: three')
  await advance(2_000)
  for (const [number, words] of ['one', 'two', 'three'].entries()) {
    expect(later()).toHaveLength(number)
    await finish(journey, number + 1)
    expect(later().at(-1)).toBe(words)
  }
  await finish(journey, 4)
  expect(thread().filter(line => line.includes('finished'))).toHaveLength(4)
})

it('waits in a command as well, and its card says for what', async () => {
  const { agent, command, runDue, advance, card, thread } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  expect(card()).toBe(
    `⏰ *job_8f2* · waiting until the job is idle\nThe job itself is working.\n>run the tests\n— example/shop on \`main\` · @Ana · 2026-11-20 14:00\n${BUTTONS}`
  )
  await advance(10 * MINUTES)
  expect(agent.sends()).toEqual([])
  agent.finish('job_8f2')
  await advance(MINUTES)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['run the tests'])
  expect([card().split('\n')[0], thread()]).toEqual(['⏳ *job_8f2* · working', []])
})
