import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { type Journey, startJourney } from '../support/journey.ts'
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
    'bot: No longer waiting: it’s on its way.\n>run the tests',
    expect.stringMatching(/^bot, also in #docs: @Ana, \*job_8f2\* finished/)
  ])
  expect(card()).toContain('⏳ *job_8f2* · working\n>run the tests')
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

it('says of a command no longer what it waits for, once the job turns out to be idle', async () => {
  const journey = await startWatching()
  await finish(journey)
  await journey.command('job_8f2 when idle: run the tests')
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['run the tests'])
  expect(journey.thread().at(-1)).toBe('bot: Follow-up from @Ana:\n>run the tests')
})

it('sends several one at a time, in the order they were written, each with its own result', async () => {
  const journey = await startWithWaiting('when idle: one')
  const { reply, advance, later, thread } = journey
  await reply('when done: two')
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

it.each([
  ['a mention', (botId: string) => `<@${botId}> `, (journey: Journey) => journey.channel],
  ['a direct message', () => '', ({ slack, ben }: Journey) => slack.directChannel(ben).id]
])('says of %s that opens a thread what it waits for once, on the card', async (_, spokenTo, placeOf) => {
  const journey = await startJourney()
  const { slack, agent, ben, runDue, advance } = journey
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  const channel = placeOf(journey)
  const text = `${spokenTo(slack.botUserId)}job_8f2 when idle: run the tests`
  await slack.say({ user: ben, channel, text })
  await runDue()
  await advance(3_000)
  const said = () => slack.messages(channel).filter(({ user }) => user === slack.botUserId)
  expect(said().map(message => asShown(message))).toEqual([
    `⏰ *job_8f2* · waiting until the job is idle\nThe job itself is working.\n>run the tests\n— example/shop on \`main\` · @Ben · 2026-11-20 14:00\n${BUTTONS}`
  ])
  await journey.press('send-now', { on: said()[0]?.ts ?? '', by: ben, channel })
  await advance(3_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['run the tests'])
  expect(said().map(message => asShown(message))).toEqual([expect.stringContaining('— Sent now · @Ben 14:00')])
})

it('says on the card, in the status and in the list how many wait', async () => {
  const { reply, command, advance, press, card, find } = await startWatching()
  await reply('when idle: run the tests')
  await reply('when idle: and the linter')
  await reply('at 18:00: shorten it')
  await advance(5_000)
  const WAIT = '⏰ 2 waiting until it’s idle · 1 scheduled for later'
  const MORE = '⏰ 2 more waiting until it’s idle · 1 more scheduled for later'
  expect(card()).toContain(`— ${MORE}`)
  expect((await command('status job_8f2')).split('\n')[2]).toBe(WAIT)
  expect(await command('list')).toContain(`| ⏳ working · ${MORE} |`)
  await press('cancel', { on: find('>shorten it') })
  await advance(2_000)
  expect(card()).toContain('— ⏰ 2 more waiting until it’s idle\n')
})

it('says what a mention waits for in one message of its thread, which changes once it waits no longer', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, advance, thread } = journey
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_8f2 when idle: run the tests` })
  await advance(3_000)
  const words = 'bot: Follow-up from @Ben:\n>run the tests'
  expect(thread()).toEqual([words, `bot: ${WAITS}\n>run the tests\n${BUTTONS}`])
  await finish(journey)
  expect(thread().slice(0, 2)).toEqual([words, 'bot: No longer waiting: it’s on its way.\n>run the tests'])
})

it('lets all replies of a thread wait, once somebody has asked for that', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, thread, later, restart } = journey
  await reply('when idle')
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: when idle',
    'bot: From now on, replies here wait until *job_8f2* is idle. Reply `right away` to undo this.'
  ])
  await restart()
  const { ts: messageTs } = await reply('run all tests')
  await reply(`<@${slack.botUserId}> and the linter`)
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs, text: 'run the tests' })
  await advance(2_000)
  expect(later()).toEqual([])
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
  await finish(journey, 13)
  expect(later()).toEqual(['run the tests', 'and the linter'])
  await reply('right away')
  await advance(2_000)
  await reply('shorten it')
  await advance(2_000)
  expect(later().at(-1)).toBe('shorten it')
})

it('sends a reply that begins with `right away:` at once, where the others wait', async () => {
  const { slack, channel, ben, reply, advance, later } = await startWatching()
  await reply('when idle')
  await advance(2_000)
  await reply('right away: fix the typo')
  const { ts: messageTs } = await reply('run the tests')
  await advance(2_000)
  expect(later()).toEqual(['fix the typo'])
  await slack.edit({ user: ben, channel, messageTs, text: 'now: run all tests' })
  await advance(2_000)
  expect(later()).toEqual(['fix the typo', 'run all tests'])
})
