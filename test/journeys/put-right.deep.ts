import { expect, it } from 'vitest'
import { startBetween } from '../support/between-jobs.ts'
import { startWithNamedJobs } from '../support/named-jobs.ts'
import { startUndo } from '../support/undo.ts'
import { startWatching } from '../support/watched-job.ts'

// What was given back because of its time, or answered, and what its author makes of it by editing it. It is 14:00 UTC.
const MINUTE = 60_000

/** Given back at 14:00, put right at 14:10 with "in 2 hours": it goes out at 16:10. */
async function startPutRight() {
  const journey = await startWatching()
  const { slack, channel, ben, reply, advance, sleep } = journey
  const { ts: messageTs } = await reply('tomorrow: run teh tests')
  await advance(2_000)
  await sleep(10 * MINUTE)
  const edit = async (text: string) => {
    await slack.edit({ user: ben, channel, messageTs, text })
    await advance(3_000)
  }
  await edit('in 2 hours: run teh tests')
  return { ...journey, messageTs, edit }
}

it('sends at once what was put right, when somebody asks for that, although the service is busy then', async () => {
  const { agent, ben, press, find, advance, sleep, later } = await startPutRight()
  agent.fail('send', { status: 429, retryAfter: '300' })
  await press('send-now', { on: find('Not sent yet'), by: ben })
  await advance(3_000)
  await sleep(10 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run teh tests'])
})

it('does not begin its two hours anew when a word is corrected in what was put right', async () => {
  const { edit, sleep, advance, later } = await startPutRight()
  await sleep(50 * MINUTE)
  await edit('in 2 hours: run the tests')
  await sleep(75 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
})

it('does not begin its hours anew when a word is corrected in what got its time by an edit', async () => {
  const { edit, sleep, advance, later } = await startPutRight()
  await edit('in 3 hours: run teh tests')
  await sleep(50 * MINUTE)
  await edit('in 3 hours: run the tests')
  await sleep(135 * MINUTE)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
})

it('keeps waiting until the job is idle, as was chosen when Send it was pressed, when it is edited', async () => {
  const { slack, channel, ana, ben, reply, advance, sleep, later, pressAndHear } = await startWatching()
  const { ts: messageTs } = await reply('thanks')
  await advance(3_000)
  await sleep(MINUTE)
  await reply('when idle', { by: ana })
  await advance(3_000)
  const on = slack.ephemerals(channel, ben)[0]?.ts ?? ''
  expect(await pressAndHear('send-chatter', { on, by: ben })).toBe('Got it: it will wait until the job is idle.')
  await slack.edit({ user: ben, channel, messageTs, text: 'thanks, and fix the typo in the title' })
  await advance(3_000)
  expect(later()).toEqual([])
})

it('keeps no words of what was given back once its message is deleted', async () => {
  const { slack, channel, database, reply, advance } = await startWatching()
  const { ts: messageTs } = await reply('tomorrow: tell nobody')
  await advance(2_000)
  await slack.remove({ channel, messageTs })
  await advance(3_000)
  const kept = await database.query('select * from followup.edited_reply')
  expect(JSON.stringify(kept)).not.toContain('tell nobody')
})

it.each([
  ['in a thread that is mostly for people', true],
  ['outside of threads', false]
])('keeps given back what is talk for a while, %s', async (_, isInThread) => {
  const { slack, channel, ana, ben, reply, advance, later } = await startWatching()
  await reply('only mentions', { by: ana })
  await advance(3_000)
  const said = (words: string) => `<@${slack.botUserId}> ${isInThread ? '' : 'job_8f2 '}${words}`
  const write = (text: string) => (isInThread ? reply(text) : slack.say({ user: ben, channel, text }))
  const { ts: messageTs } = await write(said('tomorrow: run the tests'))
  await advance(3_000)
  for (const text of ['shall we run the tests?', 'let us run the tests', said('now: run the tests')]) {
    expect(later()).toEqual([])
    await slack.edit({ user: ben, channel, messageTs, text })
    await advance(3_000)
  }
  expect(later()).toEqual(['run the tests'])
})

it.each([
  ['thanks!', /^Not sent: that looks like a thank-you/],
  ['stop', /^Not sent: I can’t stop an agent/],
  ['budget', /follow-ups are left this hour/]
])('answers what was given back and is edited to “%s” as if it had been written so', async (text, answer) => {
  const { slack, channel, ben, reply, advance, told, later } = await startWatching()
  const { ts: messageTs } = await reply('tomorrow: run the tests')
  await advance(3_000)
  await slack.edit({ user: ben, channel, messageTs, text })
  await advance(3_000)
  expect([later(), told(ben)]).toEqual([[], [expect.anything(), expect.stringMatching(answer)]])
})

it('keeps given back a mention that says thanks for a while', async () => {
  const { slack, channel, ben, advance, told, later } = await startWatching()
  const said = (words: string) => `<@${slack.botUserId}> ${words}`
  const { ts: messageTs } = await slack.say({ user: ben, channel, text: said('job_8f2 tomorrow: run the tests') })
  await advance(3_000)
  for (const words of ['thanks!', 'job_8f2 now: run the tests']) {
    expect([later(), told(ben)]).toEqual([[], [expect.stringContaining('Edit your message')]])
    await slack.edit({ user: ben, channel, messageTs, text: said(words) })
    await advance(3_000)
  }
  expect(later()).toEqual(['run the tests'])
})

it('reads again what I had cancelled and then wanted to send at a time that cannot be', async () => {
  const { slack, channel, ben, write, rewrite, press, pressAndHear, advance, later } = await startUndo()
  const ts = await write('fix the lint')
  await press('cancel', { by: ben })
  await advance(2_000)
  await rewrite(ts, 'tomorrow: fix the lint')
  const on = slack.ephemerals(channel, ben).at(-1)?.ts ?? ''
  expect(await pressAndHear('send-chatter', { on, by: ben })).toMatch(/Edit your message, and I’ll read it again\./)
  await rewrite(ts, 'now: fix the lint')
  await advance(3_000)
  expect(later()).toEqual(['fix the lint'])
  expect(slack.reactions(channel, ts).map(({ name }) => name)).toEqual(['incoming_envelope'])
})

it('asks for which job what was given back while it could be undone is by now, and sends it there', async () => {
  const journey = await startUndo()
  const { slack, agent, channel, ben, rewrite, advance, pressAndHear, later } = journey
  const said = (words: string) => `<@${slack.botUserId}> ${words}`
  const { ts } = await slack.say({ user: ben, channel, text: said('job_8f2 run the tests') })
  await advance(2_000)
  await rewrite(ts, said('job_8f2 tomorrow: run the tests'))
  await rewrite(ts, said('now: please run the tests'))
  await advance(2_000)
  const question = slack.ephemerals(channel, ben).at(-1)
  const value = /"value":"([^"]+ job_8f2)"/.exec(JSON.stringify(question?.blocks))?.[1] ?? ''
  await pressAndHear('choose-job', { on: question?.ts ?? '', by: ben, value })
  await advance(3_000)
  expect([later(), agent.sends().length]).toEqual([['please run the tests'], 2])
})

it('reads again what was given back after Send to …, and asks once more which of two jobs it is for', async () => {
  const { slack, channel, ben, write, asked, choose, advance, sent } = await startBetween()
  const messageTs = await write('job_c90 tomorrow: fix the lint')
  await choose('send-there')
  expect(asked()[0]).toMatch(/^Nothing was sent: say exactly when.* Edit your message, and I’ll read it again\./)
  await slack.edit({ user: ben, channel, messageTs, text: 'job_c90 now: fix the lint' })
  await advance(3_000)
  await choose('send-there')
  expect(sent()).toEqual(['job_c90: fix the lint'])
})

it('reads again what was given back after its job was chosen, and asks once more which job it is for', async () => {
  const { slack, agent, channel, ana, advance, pressAndHear } = await startWithNamedJobs()
  const before = agent.sends().length
  const said = (words: string) => `<@${slack.botUserId}> ${words}`
  const choose = async () => {
    const question = slack.ephemerals(channel, ana).at(-1)
    const value = /"value":"([^"]+ job_8f2)"/.exec(JSON.stringify(question?.blocks))?.[1]
    return pressAndHear('choose-job', { on: question?.ts ?? '', value: value ?? '' })
  }
  const { ts: messageTs } = await slack.say({ user: ana, channel, text: said('tomorrow: run the tests') })
  await advance(3_000)
  expect(await choose()).toMatch(/Edit your message, and I’ll read it again\./)
  await slack.edit({ user: ana, channel, messageTs, text: said('now: run the tests') })
  await advance(3_000)
  expect(await choose()).toBe('Got it: on its way to *job_8f2*.')
  await advance(3_000)
  expect(
    agent
      .sends()
      .slice(before)
      .map(({ prompt }) => prompt)
  ).toEqual(['run the tests'])
})

it('does not call words taken that were given back, when a job’s button is pressed twice', async () => {
  const { slack, channel, ana, advance, press, told } = await startWithNamedJobs()
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> tomorrow: run the tests` })
  await advance(3_000)
  const question = slack.ephemerals(channel, ana).at(-1)
  const value = /"value":"([^"]+ job_8f2)"/.exec(JSON.stringify(question?.blocks))?.[1] ?? ''
  const pressed = { on: question?.ts ?? '', value }
  await Promise.all([press('choose-job', pressed), press('choose-job', pressed)])
  await advance(3_000)
  expect(told(ana).at(-1)).toMatch(/^(Nothing was sent: say exactly when|Too late for that button)/)
})
