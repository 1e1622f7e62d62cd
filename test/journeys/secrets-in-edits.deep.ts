import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { BOT, CANARY, EDIT_STOPPED, onNewest, STOPPED, stopped, WORDS } from '../support/stopped-secret.ts'
import { startUndo } from '../support/undo.ts'
import { startWatching } from '../support/watched-job.ts'

/** Ben’s reply is sent, or held if the hour is used up; then he edits a secret into it. */
async function edited(options: JourneyOptions) {
  const journey = await startWatching(options)
  const { slack, channel, ben: user, reply, advance } = journey
  const { ts } = await reply('deploy it')
  await advance(3_000)
  await slack.edit({ user, channel, messageTs: ts, text: WORDS })
  await advance(3_000)
  expect(journey.told(user)).toEqual([EDIT_STOPPED])
  expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
  return journey
}

it('does not take an edit with a secret of what still waits, unless its author says so', async () => {
  const journey = await edited({ hourlyLimit: 1 })
  expect(journey.thread()[1]).toContain('\n>deploy it\n')
  await journey.pressAndHear('send-anyway', onNewest(journey))
  await journey.sleep(2 * 3_600_000)
  expect(journey.later()).toEqual([WORDS])
})

it('keeps nothing of a secret that an edit brings before the bot looked at the reply', async () => {
  const journey = await startWatching()
  const { slack, channel, ben: user, reply, advance } = journey
  for (const isReversed of [false, true]) {
    slack.hold()
    const { ts } = await reply('deploy it')
    await slack.edit({ user, channel, messageTs: ts, text: WORDS })
    await slack.release(held => (isReversed ? held.toReversed() : held))
    await advance(3_000)
  }
  expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(journey.later().join()).not.toContain(CANARY)
  expect(journey.told(user)).toEqual([EDIT_STOPPED, STOPPED])
})

it('sends what waited as it was before an edit with a secret', async () => {
  const journey = await edited({ hourlyLimit: 1 })
  await journey.sleep(2 * 3_600_000)
  expect(journey.later()).toEqual(['deploy it'])
})

it('offers no correction with a secret, unless its author says so', async () => {
  const journey = await edited({})
  expect(journey.later()).toEqual(['deploy it'])
  const on = onNewest(journey)
  expect(await journey.pressAndHear('send-anyway', on)).toContain('the correction is on its way')
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['deploy it', WORDS])
})

it('takes what was sent anyway like any other reply: not in a closed thread', async () => {
  const journey = await stopped(({ reply }) => reply(WORDS), { refusals: ['chat.update cant_update_message'] })
  const { slack, channel, cardTs, advance, pressAndHear } = journey
  const on = onNewest(journey)
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(2_000)
  expect(await pressAndHear('send-anyway', on)).toContain('this thread is closed because')
  await advance(2_000)
  expect(journey.later()).toEqual([])
})

it('reads again what was sent anyway and given back because of its time, and keeps no word of it meanwhile', async () => {
  const journey = await stopped(({ reply }) => reply(`tomorrow: ${WORDS}`))
  const { slack, channel, ben: user, database, advance, pressAndHear, told, thread, later } = journey
  await pressAndHear('send-anyway', onNewest(journey))
  await advance(3_000)
  expect(told(user).at(-1)).toContain('Edit your message, and I’ll read it again.')
  const isKept = async () => (await dumpTables(database)).some(row => row.includes(CANARY))
  expect(await isKept()).toBe(false)
  const messageTs = slack.messages(channel).find(({ text }) => text.includes(CANARY))?.ts ?? ''
  await slack.edit({ user, channel, messageTs, text: `now: ${WORDS}` })
  await advance(3_000)
  expect([await isKept(), later(), told(user).at(-1)]).toEqual([false, [], STOPPED])
  expect(await pressAndHear('send-anyway', onNewest(journey))).toBe(
    'Got it: the mark on your message says where it stands.'
  )
  await advance(3_000)
  expect([later(), thread().length]).toEqual([[WORDS], 1])
})

it('reads again what got a secret and an impossible time while it could be undone, once that is put right', async () => {
  const journey = await startUndo({ 'own-undo': '60' })
  const { ben: user, database, write, rewrite, advance, told, later, pressAndHear } = journey
  const ts = await write('deploy it')
  await rewrite(ts, `tomorrow: ${WORDS}`)
  expect(told(user)).toEqual([EDIT_STOPPED])
  expect(await pressAndHear('send-anyway', onNewest(journey))).toContain('Edit your message, and I’ll read it again.')
  expect((await dumpTables(database)).filter(row => row.includes(CANARY))).toEqual([])
  await advance(60_000)
  await rewrite(ts, 'now: deploy it without')
  await advance(3_000)
  expect(later()).toEqual(['deploy it without'])
})

it('stops a secret that somebody writes into their thanks before they send that after all', async () => {
  const journey = await startWatching()
  const { slack, channel, ben: user, reply, advance, later } = journey
  const { ts } = await reply('thanks!')
  await advance(2_000)
  const on = onNewest(journey)
  await slack.edit({ user, channel, messageTs: ts, text: WORDS })
  expect(await journey.pressAndHear('send-chatter', on)).toBe(STOPPED)
  await advance(2_000)
  expect(later()).toEqual([])
})

it('sends what words without a job say after the next edit, if one with a secret came between', async () => {
  const journey = await startWatching()
  const { slack, channel, ben: user, advance, later } = journey
  const { ts } = await slack.say({ user, channel, text: `${BOT} please deploy it` })
  await advance(2_000)
  const offer = onNewest(journey)
  for (const text of [WORDS, 'please deploy it twice']) {
    await slack.edit({ user, channel, messageTs: ts, text: `${BOT} ${text}` })
    await advance(2_000)
  }
  await journey.pressAndHear('choose-job', offer)
  await advance(2_000)
  expect(later()).toEqual(['please deploy it twice'])
})

it('still sends the correction that was offered before an edit with a secret', async () => {
  const journey = await startWatching()
  const { slack, channel, ben: user, reply, advance, later } = journey
  const { ts } = await reply('deploy it')
  await advance(3_000)
  await slack.edit({ user, channel, messageTs: ts, text: 'deploy it twice' })
  await advance(3_000)
  const offer = onNewest(journey)
  await slack.edit({ user, channel, messageTs: ts, text: WORDS })
  await advance(3_000)
  expect(journey.told(user).at(-1)).toBe(EDIT_STOPPED)
  expect((await dumpTables(journey.database)).filter(row => row.includes(CANARY))).toEqual([])
  expect(await journey.pressAndHear('send-correction', offer)).toContain('the correction is on its way')
  await advance(3_000)
  expect(later()).toEqual(['deploy it', 'deploy it twice'])
})
