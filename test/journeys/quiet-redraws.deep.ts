import { expect, it } from 'vitest'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { interruptibleSender } from '../support/interruptible-sender.ts'
import { startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000

/** How often the bot edited a message, and how often it said nothing new with it. */
function editsOf(slack: StandInSlack) {
  const edits = slack.calls('chat.update').map(({ params }) => JSON.stringify(params))
  return { all: edits.length, idle: edits.filter((edit, at) => edit === edits[at - 1]).length }
}

it('edits the card of a command only for news: the job works, it has finished', async () => {
  const { slack, agent, command, advance, card } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { worksMs: 40_000, ends: 'completed' } })
  await command('job_8f2 add examples')
  await advance(2 * MINUTE_MS)
  expect(card()).toContain('*job_8f2* · ready for review')
  expect(editsOf(slack)).toEqual({ all: 2, idle: 0 })
})

it('edits the card of a thread with three replies only for news', async () => {
  const { slack, agent, command, reply, advance, card } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { worksMs: 40_000, ends: 'completed' } })
  await command('job_8f2 add examples')
  await advance(2 * MINUTE_MS)
  for (const words of ['shorten it', 'add a title', 'fix the typo']) {
    await reply(words)
    await advance(2 * MINUTE_MS)
  }
  expect(card()).toContain('*job_8f2* · ready for review')
  expect(editsOf(slack)).toEqual({ all: 11, idle: 0 })
})

it('does not leave “going out now” standing once it has gone out', async () => {
  const { sender, wrap } = interruptibleSender()
  const { agent, command, reply, advance, thread } = await startJourney({ hourlyLimit: 1, wrap })
  agent.addJob({ id: 'job_8f2', life: { worksMs: 40_000, ends: 'completed' } })
  await command('job_8f2 add examples')
  await advance(2 * MINUTE_MS)
  sender.isCutOff = true
  await reply('shorten it')
  await advance(62 * MINUTE_MS)
  expect(thread().find(line => line.startsWith('bot: No longer'))).toBe('bot: No longer waiting.\n>shorten it')
})
