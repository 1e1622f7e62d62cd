import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { type Journey, startJourney } from '../support/journey.ts'
import { BUTTONS, finish, WAITS } from '../support/waiting-reply.ts'
import { startWatching } from '../support/watched-job.ts'

it('says of a command no longer what it waits for, once the job turns out to be idle', async () => {
  const journey = await startWatching()
  await finish(journey)
  await journey.command('job_8f2 when idle: run the tests')
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['run the tests'])
  expect(journey.thread().at(-1)).toBe('bot: Follow-up from @Ana:\n>run the tests')
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
  expect(card()).toContain('— ⏰ “run the tests” · @Ben · 2026-11-20 14:00\n⏰ “and the linter”')
  expect((await command('status job_8f2')).split('\n')[2]).toBe(WAIT)
  expect(await command('list')).toContain(`| ⏳ working · ${MORE} |`)
  await press('cancel', { on: find('>shorten it') })
  await advance(2_000)
  expect(card()).toContain('🚫 “shorten it” · @Ben · 2026-11-20 14:00 · cancelled · @Ana 14:00')
})

it('says what a mention waits for in one message of its thread, which changes once it waits no longer', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, advance, thread } = journey
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_8f2 when idle: run the tests` })
  await advance(3_000)
  const words = 'bot: Follow-up from @Ben:\n>run the tests'
  expect(thread()).toEqual([words, `bot: ${WAITS}\n>run the tests\n${BUTTONS}`])
  await finish(journey)
  expect(thread().slice(0, 2)).toEqual([words, 'bot: No longer waiting.\n>run the tests'])
})

it('shows on the card and in the list first what goes out first', async () => {
  const { agent, command, advance, card } = await startJourney()
  agent.addJob({ id: 'job_c90', status: 'active', life: { ends: 'never' } })
  for (const words of ['at 20:00: last', 'at 18:00: first', 'at 19:00: second']) await command(`job_c90 ${words}`)
  await advance(5_000)
  // The title stays that of the first instruction.
  expect(card().match(/\b(?:first|second|last)\b/g)).toEqual(['last', 'first', 'second', 'last'])
  expect(await command('list')).toMatch(/⏰ waiting until 2026-11-20 17:00 · ⏰ 2 more scheduled for later.*“first”/)
})
