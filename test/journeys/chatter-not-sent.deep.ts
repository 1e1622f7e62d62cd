import { expect, it } from 'vitest'
import { newestTold, thanked } from '../support/chatter.ts'
import { startWatching } from '../support/watched-job.ts'

const GONE = { refusals: ['chat.update cant_update_message'] }

it('keeps it when it is held after all', async () => {
  const journey = await thanked()
  const { agent, ben, press, advance, later, thread } = journey
  agent.fail('send', { status: 429, retryAfter: '30' })
  await press('send-chatter', { on: newestTold(journey), by: ben })
  await advance(2_000)
  expect(thread()[0]).toBe('Ben: Great, thanks! :tada: ⏸')
  await advance(60_000)
  expect(later()).toEqual(['Great, thanks! :tada:'])
})

it('sends nothing after the reply was deleted, and says so', async () => {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, pressAndHear, later } = journey
  const { ts } = await reply('thanks!')
  await advance(2_000)
  await slack.remove({ channel, messageTs: ts })
  await advance(2_000)
  expect(await pressAndHear('send-chatter', { on: newestTold(journey), by: ben })).toBe(
    'Nothing was sent: that reply was deleted, or is no longer for the agent.'
  )
  await advance(2_000)
  expect(later()).toEqual([])
})

it('sends nothing once the thread is closed', async () => {
  const journey = await thanked('thanks!', GONE)
  const { slack, channel, ben, cardTs, pressAndHear, advance, later } = journey
  const on = newestTold(journey)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(2_000)
  expect(await pressAndHear('send-chatter', { on, by: ben })).toMatch(
    /this thread is closed because its card was deleted/
  )
  await advance(2_000)
  expect(later()).toEqual([])
})

it('sends nothing for another project, or for somebody who may not', async () => {
  const journey = await thanked()
  const { ben, pressAndHear, advance, later, restart } = journey
  const on = newestTold(journey)
  await restart({ ALLOWED_USERS: 'U0ANA' })
  expect(await pressAndHear('send-chatter', { on, by: ben })).toContain('you’re not on the list of people')
  await restart({ AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' })
  expect(await pressAndHear('send-chatter', { on, by: ben })).toContain('this thread belongs to project project-1')
  await restart()
  await advance(2_000)
  expect(later()).toEqual([])
})

it('says nothing about thanks where nothing could be sent anyway', async () => {
  const journey = await startWatching(GONE)
  const { slack, channel, ben, cardTs, reply, restart, advance, told } = journey
  const to = cardTs()
  await restart({ ALLOWED_USERS: 'U0ANA' })
  await reply('thanks!', { to })
  await advance(2_000)
  await restart()
  await slack.remove({ channel, messageTs: to })
  await advance(2_000)
  await reply('thanks!', { to })
  await advance(2_000)
  expect(told(ben)).toEqual([])
})
