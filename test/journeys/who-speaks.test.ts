import { expect, it } from 'vitest'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { readMessage } from '../../src/followups/inbox/read-message.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const BOT = '<@U0AGENTBOT>'
const NOT_SENT =
  'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.'

/** Ana has asked for that. */
async function startOnlyMentions(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  await journey.tell('only mentions', { by: journey.ana })
  return journey
}

it('tells whoever changes what waits each time that it is for people now', async () => {
  const { tell, edit, ana, told, ben, later, sleep } = await startWatching()
  const ts = await tell('in 2 hours: shorten it')
  await tell('only mentions', { by: ana })
  const talk = await tell('lunch?')
  await edit(ts, 'in 2 hours: shorten it, please')
  await edit(talk, 'Lunch?')
  await sleep(3 * 3_600_000)
  expect([later(), told(ben)]).toEqual([[], [NOT_SENT, NOT_SENT]])
})

it('sends only replies that begin with a mention once somebody in the thread has asked for that, and all again on request', async () => {
  const { ana, ben, reply, tell, later, thread, told, card, restart } = await startOnlyMentions()
  const chosen =
    'From now on, only replies that begin by mentioning me go to *job_8f2*. Reply `every reply` to undo this.'
  expect(thread()).toEqual(['Ana: only mentions', `bot: ${chosen}`])
  expect(card()).toContain('@Ana · since 14:00 · only mentions go to the agent')
  await restart()
  await reply('shall we shorten it?')
  await reply('yes, thanks!', { by: ana })
  await reply(`could ${BOT} shorten it?`)
  await tell('lgtm')
  const talk = ['Ben: shall we shorten it?', 'Ana: yes, thanks!', 'Ben: could @U0AGENTBOT shorten it?', 'Ben: lgtm']
  expect([later(), thread().slice(2)]).toEqual([[], talk])
  // Once each. The bot's own words are still for it.
  expect([told(ben), told(ana)]).toEqual([[NOT_SENT], [NOT_SENT]])
  await tell('status')
  expect(told(ben)[1]).toContain('job_8f2')
  await tell(`${BOT} shorten it`)
  await tell('every reply')
  await tell('and add a title', { by: ana })
  expect([later(), told(ben).length]).toEqual([['shorten it', 'and add a title'], 2])
  expect(card()).not.toContain('only mentions')
})

it('says of a thread only what was chosen last, however late Slack tells of what was chosen before', async () => {
  const { slack, ana, reply, tell, pass, advance, later, thread } = await startWatching()
  slack.hold()
  await reply('only mentions', { by: ana })
  await pass(5_000)
  await reply('every reply', { by: ana })
  for (const words of ['every reply', 'only mentions']) {
    await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes(words)))
    await advance(3_000)
  }
  expect(thread().at(-1)).toMatch(/every reply here goes/)
  await tell('shorten it')
  expect(later()).toEqual(['shorten it'])
})

it('goes by when the words were written that chose, also where an edit put them there', async () => {
  const { ana, tell, edit, pass, later } = await startWatching()
  const ts = await tell('// hm', { by: ana })
  await pass(5_000)
  await tell('every reply')
  await pass(5_000)
  await edit(ts, 'only mentions')
  await tell('shorten it')
  expect(later()).toEqual([])
})

it('takes back what waits, when an edit takes the mention away', async () => {
  const { ben, tell, edit, advance, later, told } = await startOnlyMentions({ hourlyLimit: 1 })
  await edit(await tell(`${BOT} shorten it`), 'Ana, shall we rather drop all of it?')
  await advance(3_700_000)
  expect([later(), told(ben)]).toEqual([[], [NOT_SENT]])
})

it('sends a reply that its author edits into a follow-up while the bot is about to leave it to people', async () => {
  let edit: ((deps: FollowupDeps) => Promise<unknown>) | undefined
  const { slack, channel, ben, reply, advance, later, told } = await startOnlyMentions({
    wrap: around('slack', 'tellPrivately', (tell, deps) => async (...said) => {
      const change = edit
      edit = undefined
      await tell(...said)
      await change?.(deps)
    })
  })
  const { ts: messageTs } = await reply('shall we shorten it?')
  edit = async deps => {
    await slack.edit({ user: ben, channel, messageTs, text: `${BOT} shorten it` })
    await slack.deliveriesDone()
    await readMessage(deps, { teamId: slack.teamId, channelId: channel, ts: messageTs })
  }
  await advance(5_000)
  expect([later(), told(ben)]).toEqual([['shorten it'], [NOT_SENT]])
})
