import { expect, it } from 'vitest'
import { startUndo } from '../support/undo.ts'

it('a reply that can be undone survives a restart, and its lost task is found', async () => {
  const { database, write, restart, pass, upkeep, advance, later } = await startUndo({ undo: '30' })
  await write('shorten it')
  await database.query("delete from followup.task where name = 'send-followup'")
  await restart()
  await pass(10 * 60_000)
  await upkeep()
  await advance(3_000)
  expect(later()).toEqual(['shorten it'])
})

it('after “Send now”, correcting a typo does not make it wait again', async () => {
  const { agent, slack, ben, reply, advance, find, press, rewrite, later, told } = await startUndo({ undo: '-' })
  const { ts } = await reply('at 18:00: shorten teh examples')
  await advance(2_000)
  agent.fail('send', { status: 429, retryAfter: '60' })
  await press('send-now', { on: find('Not sent yet') })
  await advance(3_000)
  await rewrite(ts, 'at 18:00: shorten the examples')
  await advance(70_000)
  expect([later().at(-1), slack.reactions('C0DOCS', ts).map(({ name }) => name)]).toEqual([
    'shorten the examples',
    ['incoming_envelope']
  ])
  expect(told(ben)).toEqual([])
})

it('a reply that somebody else cancelled is offered to me once I edit it, and I read who cancelled it', async () => {
  const { ana, write, rewrite, advance, told, press, ben } = await startUndo()
  const ts = await write('fix the lint')
  await press('cancel', { by: ana })
  await advance(2_000)
  await rewrite(ts, 'fix the lint, please')
  await advance(2_000)
  expect(told(ben)).toEqual(['Not sent: @Ana cancelled this message earlier.\n>fix the lint, please\n[Send it]'])
})

it('a reply that I took back, and then want to send after all, is offered to me once, with its words', async () => {
  const { slack, channel, ben, write, rewrite, advance, later, told, press } = await startUndo()
  const ts = await write('fix the lint')
  await rewrite(ts, '// fix the lint')
  await rewrite(ts, 'fix the lint, please')
  await advance(20_000)
  await rewrite(ts, 'fix the lint now, please')
  await advance(2_000)
  expect([later(), told(ben)]).toEqual([
    [],
    ['Not sent: this message was taken back earlier.\n>fix the lint, please\n[Send it]']
  ])
  await press('send-chatter', { on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '', by: ben })
  await advance(3_000)
  expect(later()).toEqual(['fix the lint now, please'])
})

it('a reply that I took back is offered to me as soon as Slack takes that', async () => {
  const { slack, ben, write, rewrite, advance, told } = await startUndo()
  const ts = await write('fix the lint')
  await rewrite(ts, '// fix the lint')
  slack.fail('chat.postEphemeral', { error: 'internal_error' })
  await rewrite(ts, 'fix the lint, please')
  await advance(20_000)
  expect(told(ben)).toEqual(['Not sent: this message was taken back earlier.\n>fix the lint, please\n[Send it]'])
})

it('a reply that I want to go out later does not go out now while I am asked when, and goes out then once I say it', async () => {
  const { ben, write, rewrite, command, advance, sleep, later, thread, told } = await startUndo()
  const ts = await write('blame the boss')
  await rewrite(ts, 'tomorrow: fix teh lint')
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([
    [],
    ['Ben: tomorrow: fix teh lint'],
    [expect.stringMatching(/^Not sent: say exactly when.* Edit your message, and I’ll read it again\./)]
  ])
  const log = await command('status job_8f2')
  expect(log).toContain('| @Ben | given back before it was sent | 🚫 cancelled')
  await rewrite(ts, 'at 16:00: fix teh lint')
  await rewrite(ts, 'at 16:00: fix the lint')
  await advance(2_000)
  expect(thread()[0]).toBe('Ben: at 16:00: fix the lint ⏰')
  await sleep(2 * 3_600_000)
  await advance(3_000)
  expect([later(), told(ben)]).toEqual([['fix the lint'], [expect.anything()]])
})

it('the card calls nothing cancelled that I put right', async () => {
  const { write, rewrite, card, advance, later } = await startUndo({ undo: '30' })
  await advance(5_000)
  const ts = await write('blame the boss')
  await rewrite(ts, 'tomorrow: fix the lint')
  await rewrite(ts, 'fix the lint')
  expect([card().includes('Cancelled'), later()]).toEqual([false, []])
  await advance(31_000)
  expect([card().includes('Cancelled'), later()]).toEqual([false, ['fix the lint']])
})

it('I read who else took my reply back, or had it sent at once', async () => {
  const { ana, write, press, advance, card } = await startUndo({ undo: '60' })
  await advance(1_000)
  await write('shorten it')
  await press('cancel', { by: ana })
  await advance(2_000)
  expect(card()).toContain('Cancelled: “shorten it” · @Ana')
  await write('lengthen it')
  await press('send-now', { by: ana })
  await advance(3_000)
  expect(card()).toContain('Sent now · @Ana')
})

it('I read in the thread that a mention in the channel was sent at once, and by whom', async () => {
  const { slack, ana, ben, channel, press, advance, thread } = await startUndo({ undo: '60' })
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> job_8f2 shorten it` })
  await advance(3_000)
  expect(thread()).toContain('bot: Follow-up from @Ben:\n>shorten it')
  await press('send-now', { by: ana })
  await advance(3_000)
  expect(thread()).toContain('bot: Follow-up from @Ben:\n>shorten it\n— Sent now · @Ana 14:00')
})
