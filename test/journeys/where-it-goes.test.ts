import { describe, expect, it } from 'vitest'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { asRead } from '../support/as-shown.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const MINUTE = 60_000
const SOON = 'Its card, or a link to it, will appear here.'
const WORKING = expect.stringContaining('*job_8f2* · working')

describe('what is told to whoever types a command', () => {
  it.each([
    ['on its way', 'add examples', 'on its way to *job_8f2*.'],
    ['waiting', 'when idle: add examples', 'it goes out when the job is idle.']
  ])('is that it is %s when its card takes longer than two seconds', async (_, words, why) => {
    const { slack, agent, command, advance, told, card } = await startWithJob({}, { status: 'active' })
    slack.fail('chat.postMessage', { retryAfterS: 20 })
    await command(`job_8f2 ${words}`)
    await advance(1_000)
    expect(told()).toEqual([])
    await advance(2_000)
    expect(told()).toEqual([`Got it: ${why} ${SOON}`])
    agent.finish('job_8f2', { prLink: null })
    await advance(MINUTE)
    expect([card(), told().length]).toEqual([WORKING, 1])
  })

  it('is in which thread it goes on or waits, and until when, if the job has one in the channel', async () => {
    const { slack, agent, channel, ben, cardTs, type, advance, told, thread, card, later } = await startWatching()
    const first = cardTs()
    await advance(30_000)
    for (const words of ['shorten it', 'in 2 hours: drop it', 'when idle: add a table'])
      await type(`job_8f2 ${words}`, { by: ben })
    const link = `https://stand-in.slack.com/archives/C0DOCS/p${first.replace('.', '')}?thread_ts=${first}&cid=C0DOCS`
    const goesOn = `*job_8f2* already has a thread here. Your follow-up is in that thread (${link})`
    expect(told(ben)).toEqual([
      `${goesOn}.`,
      `${goesOn}: it goes out 2026-11-20 16:00.`,
      `${goesOn}: it goes out when the job is idle.`
    ])
    expect([later(), cardTs(), thread()[0]]).toEqual([['shorten it'], first, 'bot: Follow-up from @Ben:\n>shorten it'])
    expect(card()).toContain(' · 2 follow-ups · ')
    agent.finish('job_8f2')
    await advance(3 * MINUTE)
    expect(slack.messages(channel).filter(({ thread_ts, ts }) => (thread_ts ?? ts) === ts)).toHaveLength(1)
  })

  it.each([
    ['its card is posted', 0, 1_000, 0],
    ['half an hour is over', 4, 29 * MINUTE, 1]
  ])('goes to an answer address that is kept no longer than it works, until %s', async (_, times, ms, kept) => {
    const { slack, database, command, advance, upkeep } = await startWithJob()
    const addresses = async () =>
      (await database.query('select from followup.followup where response_url is not null')).length
    if (times > 0) slack.fail('chat.postMessage', { retryAfterS: 600, times })
    await command('job_8f2 add examples')
    expect(await addresses()).toBe(1)
    await advance(ms)
    if (times > 0) await upkeep()
    expect(await addresses()).toBe(kept)
    await advance(2 * MINUTE)
    await upkeep()
    expect(await addresses()).toBe(0)
    await advance(20 * MINUTE)
  })
})

it('opens one card when another process reads an unknown job at the same moment', async () => {
  const { slack, channel, type, card, posts } = await startWithJob({
    wrap: around('agent', 'readJob', (read, { database }) => async key => {
      await database.transaction(sql => lockJob(sql, key))
      return read(key)
    })
  })
  await type('job_8f2 add examples')
  expect([card(), slack.messages(channel).length, posts()]).toEqual([WORKING, 1, 1])
})

it('opens one card for two commands typed at the same moment, in their order', async () => {
  const { slack, ben, channel, command, advance, thread, sent } = await startWithJob()
  await command('job_8f2 add examples')
  await command('job_8f2 shorten it', { by: ben })
  await advance(5_000)
  expect([sent(), thread()]).toEqual([['add examples', 'shorten it'], ['bot: Follow-up from @Ben:\n>shorten it']])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('opens the card of the next command as soon as Slack refuses that of the one before', async () => {
  const { slack, ben, command, advance, card, told, later, sent } = await startWithJob()
  slack.fail('chat.postMessage', { retryAfterS: 20 })
  slack.fail('chat.postMessage', { error: 'restricted_action_read_only_channel' })
  await command('job_8f2 add examples')
  await command('job_8f2 shorten it', { by: ben })
  await advance(10_000)
  expect([sent(), told().length]).toEqual([[], 1])
  await advance(20_000)
  expect([sent(), told().length, later()]).toEqual([['shorten it'], 2, []])
  expect(card()).toMatch(/^⏳ \*job_8f2\* · working\n>shorten it\n/)
})

it('opens a new card once the old one was deleted', async () => {
  const { cardTs, remove, type, card, later } = await startWatching({ refusals: ['chat.update message_not_found'] })
  const first = cardTs()
  await remove(first)
  await type('job_8f2 shorten it')
  expect([card(), later(), cardTs() === first]).toEqual([WORKING, ['shorten it'], false])
})

it('opens a card of its own when nobody knows for a minute whether an earlier one has its card', async () => {
  const { slack, channel, ben, command, advance, sent } = await startWithJob()
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.history', { error: 'internal_error', times: 'until cleared' })
  await command('job_8f2 add examples')
  await command('job_8f2 shorten it', { by: ben })
  await advance(30_000)
  expect(slack.messages(channel)).toHaveLength(1)
  await advance(MINUTE)
  expect(slack.messages(channel).map(({ text }) => asRead(text))).toEqual([
    '⏳ *job_8f2* · not sent yet\n>add examples\nexample/shop on `main` · @Ana · 2026-11-20 14:00 · replies here go to the agent',
    '⏳ *job_8f2* · working\n>shorten it\nexample/shop on `main` · @Ben · since 14:01 · replies here go to the agent'
  ])
  slack.clearFaults()
  await advance(10 * MINUTE)
  expect(sent()).toEqual(['add examples', 'shorten it'])
  expect(slack.messages(channel).map(({ text }) => text.charAt(0))).toEqual(['⏳', '⏳'])
})
