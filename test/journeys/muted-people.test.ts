import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const MUTED =
  'Muted: I won’t mention you in this thread or write to you about it, unless you ask me to. The work continues, and the card shows where it stands. Reply `unmute` to undo this.'
const UNMUTED = 'Unmuted: I’ll mention you in this thread again.'

it('brings the result without a mention to somebody who muted the thread, and mentions the others', async () => {
  const journey = await startWatching()
  const { slack, agent, ana, ben, reply, advance, told, thread, later, restart } = journey
  await reply('mute', { by: ana })
  await advance(2_000)
  expect(told(ana).at(-1)).toBe(MUTED)
  await restart()
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: \*job_8f2\* finished: pull request/)
  await reply('shorten it', { by: ben })
  await advance(3_000)
  expect(later()).toEqual(['shorten it'])
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished/)
  const said = slack.thread(journey.channel, journey.cardTs()).filter(({ user }) => user === slack.botUserId)
  expect(JSON.stringify(said.slice(1))).not.toContain(`<@${ana}>`)
})

it('does not mention somebody who muted the thread for what they do themselves', async () => {
  const { slack, channel, ben, cardTs, command, reply, advance, thread } = await startWatching()
  await reply('mute', { by: ben })
  await advance(2_000)
  await command('job_8f2 add a title', { by: ben })
  await advance(2_000)
  expect(thread().at(-1)).toBe('bot: Follow-up:\n>add a title')
  const said = slack.thread(channel, cardTs()).filter(({ user }) => user === slack.botUserId)
  expect(JSON.stringify(said.slice(1))).not.toContain(`<@${ben}>`)
})

it('mentions somebody again after unmute, and anybody else all along', async () => {
  const { agent, ana, ben, reply, advance, told, thread } = await startWatching()
  await reply('mute', { by: ben })
  await reply('!Mute', { by: ana })
  await advance(2_000)
  await reply('unmute', { by: ana })
  await advance(2_000)
  expect(told(ana).slice(-2)).toEqual([MUTED, UNMUTED])
  expect(told(ben)).toEqual([MUTED])
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/: @Ana, \*job_8f2\* finished/)
})

it('still answers somebody who muted the thread', async () => {
  const { ana, reply, advance, told } = await startWatching()
  await reply('mute', { by: ana })
  await reply('status', { by: ana })
  await advance(2_000)
  expect(told(ana).slice(-2)).toEqual([MUTED, expect.stringContaining('*job_8f2*: *working*')])
})
