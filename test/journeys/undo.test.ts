import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/journey.ts'

/** The mark of a message goes with it. */
const GONE = { refusals: ['reactions.remove message_not_found'] }

/** It is 14:00. Ana’s job is at work, and Ben has given himself some seconds to undo what he writes. */
async function startUndo(undo: string, options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  await journey.choose(journey.ben, { undo })
  return journey
}

it('I delete a reply before it went out, and nothing is sent or said', async () => {
  const { ben, tell, remove, advance, later, thread, told, card } = await startUndo('10', GONE)
  const ts = await tell('delete the examples')
  expect(thread()).toEqual(['Ben: delete the examples ⏲️'])
  expect(card()).toMatch(/⏲️ goes out at 14:00:1\d · “delete the examples”\n\[Send now\] \[Cancel\]/)
  await remove(ts)
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([[], [], []])
  expect(card()).not.toContain('delete the examples')
})

it('a reply goes out when its time is over, an edited one that long after its edit, and one that became an aside never', async () => {
  const { ben, reply, edit, advance, later, thread, told } = await startUndo('20')
  const [, { ts }, aside] = [await reply('one'), await reply('teh second'), await reply('three?')]
  await advance(1_000)
  await edit(aside.ts, '// three?')
  await edit(ts, 'the second')
  await advance(11_000)
  expect(later()).toEqual([])
  await advance(4_000)
  expect(later()).toEqual(['one'])
  await advance(10_000)
  expect([later(), told(ben)]).toEqual([['one', 'the second'], []])
  expect(thread()).toEqual(['Ben: one 📨', 'Ben: the second 📨', 'Ben: // three?'])
})

it('what I take back is listed without its words, and shown nowhere, neither to me nor to others', async () => {
  const { slack, ana, ben, channel, job, command, tell, mention, remove, card, told } = await startUndo('30', GONE)
  job('job_c90')
  await remove(await tell('blame the boss'))
  const ts = await mention('job_c90 praise the boss')
  expect(card()).toContain('\n>praise the boss')
  await remove(ts)
  for (const by of [ana, ben])
    for (const words of ['status job_8f2', 'status job_c90', 'list']) await command(words, { by })
  const shown = [...told(ana), ...told(ben)].join('\n')
  expect(shown).toContain('\ntaken back · @Ben')
  expect(shown + JSON.stringify(slack.messages(channel))).not.toContain('the boss')
})

it('I send a reply now, or take it back, on the card and in my home', async () => {
  const { database, ben, reply, tell, press, openHome, home, advance, later, thread } = await startUndo('60')
  const idOf = async (prompt: string) =>
    String((await database.query('select id from followup.followup where prompt = $1', [prompt]))[0]?.id)
  await openHome(ben)
  await reply('one')
  await tell('two')
  await advance(11_000)
  expect(home(ben)).toMatch(/⏲️ \*job_8f2\* · goes out at 14:01:\d\d · .*\n“one”\n\[Send now\] \[Cancel\]/)
  await press('cancel', { value: await idOf('one') })
  await press('send-now', { value: await idOf('two') })
  await advance(3_000)
  expect([later(), thread()]).toEqual([['two'], ['Ben: one', 'Ben: two 📨']])
  await advance(60_000)
  expect(later()).toEqual(['two'])
})

it('what waited for longer and can only be undone now does not say in the thread that it waits', async () => {
  const { reply, edit, advance, thread, later } = await startUndo('20')
  const { ts } = await reply('when idle: shorten it')
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot: Not sent yet: /)
  await edit(ts, 'shorten it')
  const over = 'bot: No longer waiting. The card shows where it stands.\n>shorten it'
  expect([thread(), later()]).toEqual([['Ben: shorten it ⏲️', over], []])
  await advance(25_000)
  expect([thread(), later()]).toEqual([['Ben: shorten it 📨', over], ['shorten it']])
})

it('a change of my time to undo is for what I write from then on', async () => {
  const { ben, choose, tell, advance, later } = await startUndo('30')
  await tell('one')
  await choose(ben, { undo: '-' })
  await tell('two')
  expect(later()).toEqual(['two'])
  await advance(30_000)
  expect(later()).toEqual(['two', 'one'])
})

it('a mention and a direct message can be undone as well; commands and what says when wait no longer than ever', async () => {
  const journey = await startUndo('20', GONE)
  const { ben, job, own, command, tell, mention, say, edit, remove, marks, thread, advance, sent } = journey
  job('job_c90')
  job('job_direct')
  await tell('when idle: one')
  expect(thread()[0]).toBe('Ben: when idle: one ⏰')
  await command('job_c90 two', { by: ben })
  const mentioned = await mention('job_c90 three')
  const written = await say('job_direct four', { channel: own(ben) })
  expect([sent('job_c90'), marks(mentioned)]).toEqual([['two'], '⏲️'])
  await remove(mentioned)
  await edit(written, 'job_direct five', { channel: own(ben) })
  await advance(25_000)
  expect([sent('job_c90'), sent('job_direct')]).toEqual([['two'], ['five']])
})
