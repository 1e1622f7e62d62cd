import { expect, it } from 'vitest'
import { isPooled } from '../../src/database/open-databases.ts'
import { hasPgBouncer, putBehindPgBouncer } from '../support/pgbouncer.ts'
import { openWithBot } from './open-with-bot.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const SOON_MS = 5_000

it.runIf(hasPgBouncer)('carries a command to its result through PgBouncer in transaction mode', async () => {
  const { slack, agent, channel, ana, url, bot } = await openWithBot({ behind: putBehindPgBouncer })
  expect(await isPooled(url)).toBe(false)
  agent.addJob({ id: 'job_8f2' })

  const { reply } = await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  expect(reply).toBeUndefined()
  const storedAt = performance.now()
  const card = await slack.waitFor(() => slack.messages(channel)[0], 'the card')
  await agent.waitFor(() => agent.sends().length === 1, 'the POST')
  expect(performance.now() - storedAt).toBeLessThan(SOON_MS)
  agent.finish('job_8f2', { prLink: LINK })
  const result = await slack.waitFor(() => slack.thread(channel, card.ts)[1], 'the result')
  expect(result).toMatchObject({ subtype: 'thread_broadcast', text: expect.stringContaining(LINK) })
  await slack.waitFor(() => slack.message(channel, card.ts)?.text.includes(LINK), 'the card to show the end')
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
  expect(bot.output()).not.toMatch(/"level":[456]0/)
})
