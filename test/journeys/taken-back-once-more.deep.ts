import { expect, it } from 'vitest'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

// Somebody else has cancelled Ben's words, or his thread was closed, and then he takes them back as well. It is 14:00 UTC.
const WORDS = 'the codename is Bluebird'
const CLOSED = { refusals: ['chat.update cant_update_message'] }

/** Everything in which anybody in the channel can read what was written. */
async function everythingShown({ slack, channel, ana, card, thread, command }: WatchedJob): Promise<string> {
  const shown = [JSON.stringify(slack.messages(channel)), card(), ...thread()]
  for (const asked of ['status job_8f2', 'list']) shown.push(await command(asked, { by: ana }))
  return shown.join('\n')
}

const CANCELLED = /ancelled before it was sent · @Ana/

it.each([
  ['waited for a time', `in 2 hours: ${WORDS}`, {}],
  ['was held', WORDS, { hourlyLimit: 1 }]
])('what %s and somebody else cancelled is read nowhere once its author deletes it', async (_, text, options) => {
  const journey = await startWatching(options)
  const { slack, channel, ana, reply, find, press, advance, thread, told, ben, later, posts } = journey
  const { ts: messageTs } = await reply(text)
  await advance(3_000)
  await press('cancel', { on: find('Not sent yet'), by: ana })
  await advance(3_000)
  expect(await everythingShown(journey)).toContain(WORDS)
  const before = [posts(), told(ben)]
  await slack.remove({ channel, messageTs })
  await advance(3_000)
  const shown = await everythingShown(journey)
  expect(shown).not.toContain('Bluebird')
  expect(shown).toContain('taken back before it was sent')
  expect(thread().join('\n')).toMatch(CANCELLED)
  expect([[posts(), told(ben)], later()]).toEqual([before, []])
})

it.each(['// never mind', ' '])('or makes it “%s”', async text => {
  const journey = await startWatching()
  const { slack, channel, ana, ben, reply, find, press, advance, thread, told, later } = journey
  const { ts: messageTs } = await reply(`in 2 hours: ${WORDS}`)
  await advance(3_000)
  await press('cancel', { on: find('Not sent yet'), by: ana })
  await advance(3_000)
  await slack.edit({ user: ben, channel, messageTs, text })
  await advance(3_000)
  expect(await everythingShown(journey)).not.toContain('Bluebird')
  expect(thread().join('\n')).toMatch(CANCELLED)
  expect([told(ben), later()]).toEqual([[], []])
})

it('so is a mention, which its job’s thread repeats, and the card, if it was the only instruction', async () => {
  const journey = await startWatching()
  const { slack, agent, channel, ana, ben, advance, press, find, thread, card } = journey
  agent.addJob({ id: 'job_new', life: { ends: 'never' } })
  for (const job of ['job_8f2', 'job_new']) {
    const text = `<@${slack.botUserId}> ${job} in 2 hours: ${WORDS}`
    const { ts: messageTs } = await slack.say({ user: ben, channel, text })
    await advance(3_000)
    await press('cancel', { ...(job === 'job_8f2' && { on: find('Not sent yet') }), by: ana })
    await advance(3_000)
    await slack.remove({ channel, messageTs })
    await advance(3_000)
    expect([card(), ...thread()].join('\n')).toMatch(CANCELLED)
  }
  expect(await everythingShown(journey)).not.toContain('Bluebird')
})

it('so is what was closed with its thread', async () => {
  const journey = await startWatching(CLOSED)
  const { slack, channel, cardTs, reply, advance, command, posts, later } = journey
  const { ts: messageTs } = await reply(`in 2 hours: ${WORDS}`)
  await advance(3_000)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(3_000)
  const before = posts()
  await slack.remove({ channel, messageTs })
  await advance(3_000)
  const shown = [await command('status job_8f2'), await command('list')].join('\n')
  expect(shown).not.toContain('Bluebird')
  expect([posts(), later()]).toEqual([before, []])
})
