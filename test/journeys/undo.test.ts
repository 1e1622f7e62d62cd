import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { GONE, startUndo } from '../support/undo.ts'

it('I delete a reply before it went out, and nothing is sent or said', async () => {
  const { ben, write, remove, advance, later, thread, told, card } = await startUndo({ undo: '10' }, GONE)
  const ts = await write('delete the examples')
  expect(thread()).toEqual(['Ben: delete the examples ⏲️'])
  expect(card()).toMatch(/⏲️ goes out at 14:00:1\d · “delete the examples”\n\[Send now\] \[Cancel\]/)
  await remove(ts)
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([[], [], []])
  expect(card()).not.toContain('delete the examples')
})

it('what I take back is listed without its words, and shown nowhere, neither to me nor to others', async () => {
  const { slack, agent, ana, ben, channel, command, write, remove, advance, card, told } = await startUndo(
    { undo: '30' },
    GONE
  )
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await remove(await write('blame the boss'))
  const mention = await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_c90 praise the boss` })
  await advance(3_000)
  expect(card()).toContain('\n>praise the boss')
  await slack.remove({ channel, messageTs: mention.ts })
  await advance(3_000)
  for (const by of [ana, ben])
    for (const words of ['status job_8f2', 'status job_c90', 'list']) await command(words, { by })
  const shown = [...told(ana), ...told(ben)].join('\n')
  expect(shown).toContain('| @Ben | taken back before it was sent | 🚫 cancelled')
  expect(shown + JSON.stringify(slack.messages(channel))).not.toContain('the boss')
})

it('a reply goes out when its time to undo is over, and not before', async () => {
  const { write, advance, later, thread } = await startUndo()
  await write('shorten it')
  await advance(8_000)
  expect(later()).toEqual([])
  await advance(3_000)
  expect([later(), thread()]).toEqual([['shorten it'], ['Ben: shorten it 📨']])
})

it('I edit a reply before it went out: the new words can be undone as long', async () => {
  const { ben, write, rewrite, advance, later, told } = await startUndo()
  const ts = await write('shorten teh examples')
  await advance(5_000)
  await rewrite(ts, 'shorten the examples')
  await advance(5_000)
  expect(later()).toEqual([])
  await advance(6_000)
  expect([later(), told(ben)]).toEqual([['shorten the examples'], []])
})

it('I turn a reply into an aside before it went out', async () => {
  const { ben, write, rewrite, advance, later, thread, told } = await startUndo()
  await rewrite(await write('shall we shorten it?'), '// shall we shorten it?')
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([[], ['Ben: // shall we shorten it?'], []])
})

it('I send a reply now, or take it back, on the card', async () => {
  const { database, write, press, advance, later, thread } = await startUndo({ undo: '60' })
  const idOf = async (prompt: string) =>
    String((await database.query('select id from followup.followup where prompt = $1', [prompt]))[0]?.id)
  await write('one')
  await write('two')
  await press('cancel', { value: await idOf('one') })
  await press('send-now', { value: await idOf('two') })
  await advance(3_000)
  expect([later(), thread()]).toEqual([['two'], ['Ben: one', 'Ben: two 📨']])
  await advance(60_000)
  expect(later()).toEqual(['two'])
})

it('a change of my time to undo is for what I write from then on', async () => {
  const { ben, open, choose, write, advance, later } = await startUndo({ undo: '30' })
  await write('one')
  await open(ben)
  await choose(ben, { undo: '-' })
  await write('two')
  await advance(3_000)
  expect(later()).toEqual(['two'])
  await advance(30_000)
  expect(later()).toEqual(['two', 'one'])
})

it('commands and what says when wait no longer than ever', async () => {
  const { agent, ben, command, write, advance, later, thread } = await startUndo({ undo: '60' })
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await write('when idle: one')
  expect(thread()[0]).toBe('Ben: when idle: one ⏰')
  await command('job_c90 two', { by: ben })
  await advance(3_000)
  expect(later()).toEqual(['two'])
})

it('a mention and a direct message can be undone as well', async () => {
  const { slack, agent, channel, ben, advance, later } = await startUndo({ undo: '20' }, GONE)
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  const mention = await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_c90 one` })
  const direct = slack.directChannel(ben).id
  const message = await slack.say({ user: ben, channel: direct, text: 'job_c90 two' })
  await advance(5_000)
  expect(slack.reactions(channel, mention.ts).map(({ name }) => name)).toEqual(['timer_clock'])
  await slack.remove({ channel, messageTs: mention.ts })
  await slack.edit({ user: ben, channel: direct, messageTs: message.ts, text: 'job_c90 three' })
  await advance(25_000)
  expect(later()).toEqual(['three'])
})

it('my home shows it, with both buttons', async () => {
  const { slack, ben, write, advance } = await startUndo({ undo: '30' })
  await slack.openHome({ user: ben })
  await advance(1_000)
  await write('shorten it')
  await advance(11_000)
  const home = asShown({ text: '', blocks: slack.homeOf(ben)?.blocks })
  expect(home).toMatch(/⏲️ \*job_8f2\* · goes out at 14:00:3\d · .*\n“shorten it”\n\[Send now\] \[Cancel\]/)
})
