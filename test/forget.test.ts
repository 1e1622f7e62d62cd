import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findText } from './support/find-text.ts'
import { type Journey, type JourneyOptions, startWatching } from './support/journey.ts'
import { runProgram } from './support/run-program.ts'
import { createTestDatabase } from './support/test-database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ana and Ben have asked for work in one thread; both parts have ended, and Ben has chosen, watched and looked at much. */
async function startForgetting(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { ben, tell, press, choose, openHome, say, bot, own } = journey
  const tools = toolsOf(journey)
  await openHome(ben)
  await press('tell-me', { by: ben })
  await tell('and shorten the intro')
  await tell('mute')
  await tools.end()
  await say(`${bot} job_8f2 what Ben asks in private`, { channel: own(ben) })
  await tools.end()
  await choose(ben, { undo: '5' })
  return { ...journey, ...tools }
}

/** Ana and Ben have asked for work in one thread, and nothing has ended yet. */
async function startWordsOfBen(refusals: string[] = []) {
  const journey = await startWatching({ refusals })
  await journey.tell('and shorten the intro')
  return { ...journey, ...toolsOf(journey) }
}

const toolsOf = ({ agent, advance, sleep, database, databaseUrl }: Journey) => ({
  /** The job ends, and after a while nobody expects it to go on. */
  async end(jobId = 'job_8f2') {
    agent.finish(jobId, { prLink: null })
    await advance(MINUTE)
    await sleep(19 * MINUTE)
  },
  forget: (...said: string[]) => runProgram('forget', { DATABASE_URL: databaseUrl }, ...said),
  find: (...texts: string[]) => Promise.all(texts.map(text => findText(database, text))).then(found => found.flat())
})

it('forgets a person once it is sure: then neither their words nor their id are in any table, and what others asked for is left', async () => {
  const { forget, find, ben, ana, openHome, home, log, upkeep, runDue, command } = await startForgetting()
  const before = (await find(ben)).length
  const said = await forget('--user', ben)
  expect(said).toMatch(/^To be deleted, by table \(add --yes to delete it\):\n/)
  expect(said).toMatch(/ {2}setting: 2\n[\s\S]* {2}followup: 2\n$/)
  expect((await find(ben)).length).toBe(before)
  expect(await forget('--user', 'U0NOBODY')).toMatch(/--yes to delete it\):\n {2}nothing\n$/)

  expect(await forget('--user', ben, '--yes')).toMatch(/^Deleted, by table:\n/)
  await runDue()
  await upkeep()
  const theirs = [ben, 'shorten the intro', 'what Ben asks']
  expect(await find(...theirs)).toEqual([])
  expect(theirs.filter(words => JSON.stringify(log).includes(words))).toEqual([])
  expect((await find('add examples', ana)).length).toBeGreaterThan(1)
  await openHome(ben)
  expect(home(ben)).not.toMatch(/shorten|private|job_8f2/)
  expect(await command('status job_8f2', { by: ana })).toContain('“add examples”')
})

it('leaves nothing of a person in what others asked for: neither what they pressed nor what was sent along of them', async () => {
  const { forget, find, end, ben, ana, type, press, runDue, advance } = await startForgetting()
  await type('job_8f2 in 2 hours: rename it', { by: ana })
  await press('send-now', { by: ben })
  await advance(5_000)
  await end()
  expect((await find(ben)).length).toBeGreaterThan(0)
  await forget('--user', ben, '--yes')
  await runDue()
  expect(await find(ben)).toEqual([])
  expect((await find('rename it')).length).toBeGreaterThan(0)
})

it('forgets what they said in a thread and others sent along, which holds their name alone', async () => {
  const { forget, find, slack, end, channel, ana, ben, mention, sent, advance } = await startForgetting()
  const { ts: to } = await slack.say({ user: ben, channel, text: 'the checkout fails' })
  await mention('job_8f2 look into it', { to, by: ana })
  await advance(5_000)
  expect(sent().at(-1)).toContain('Ben (2026-11-20 14:40 UTC): the checkout fails')
  await end()
  await forget('--user', ben, '--yes')
  expect(await find(ben, 'the checkout fails')).toEqual([])
  expect((await find('look into it')).length).toBeGreaterThan(0)
})

it('forgets their words in the audit trail, whoever did something about them', async () => {
  const { forget, find, end, ben, ana, type, press, runDue, advance } = await startForgetting({
    env: { AUDIT_WORDS: 'on' }
  })
  await type('job_8f2 in 2 hours: rename it', { by: ben })
  await press('send-now', { by: ana })
  await advance(5_000)
  await end()
  expect((await find('rename it')).filter(found => found.startsWith('audit.words')).length).toBeGreaterThan(1)
  await forget('--user', ben, '--yes')
  await runDue()
  expect(await find(ben, 'rename it', 'shorten the intro')).toEqual([])
})

it('leaves what is under way, names it, and brings its result', async () => {
  const { end, forget, find, job, type, agent, ben, advance, thread, sent } = await startForgetting()
  job('job_9')
  await type('job_9 go on', { by: ben })
  await type('job_9 in 10 min: and then this', { by: ben })
  await advance(10_000)
  const said = await forget('--user', ben, '--yes')
  expect(said).toMatch(
    /\nStill under way, so not deleted. Run this again once it has ended:\n {2}f_\d+ for job_9 in C0DOCS\n {2}f_\d+ for job_9 in C0DOCS\n$/
  )
  agent.finish('job_9', { prLink: null })
  await advance(11 * MINUTE)
  expect(sent('job_9')).toEqual(['go on', 'and then this'])
  expect(thread().join('\n')).toContain('*job_9* finished, no pull request.\n>go on')
  await end('job_9')
  await forget('--user', ben, '--yes')
  expect(await find(ben, 'go on', 'and then this')).toEqual([])
})

it('says what it could not delete, as something else had a lock on it', async () => {
  const { forget, find, database, ben } = await startForgetting()
  await database.transaction(async sql => {
    await sql.query('select from followup.followup where requester_id = $1 for update', [ben])
    expect(await forget('--user', ben, '--yes')).toContain(
      '\nNot deleted, as something else uses it just now. Run this again:\n  followup: 2\n'
    )
  })
  expect(await forget('--user', ben, '--yes')).toMatch(/^Deleted, by table:\n {2}followup: 2\n$/)
  expect(await find(ben)).toEqual([])
})

it('leaves of a person and their direct channel, if both are forgotten, what Slack may deliver again', async () => {
  const { forget, find, ben, own } = await startForgetting()
  await forget('--user', ben, '--yes')
  await forget('--channel', own(ben), '--yes')
  expect((await find(ben, own(ben))).filter(where => !where.startsWith('delivery.key'))).toEqual([])
})

it('leaves the thread of a reply that is not read yet', async () => {
  const { forget, channel, ben, slack, cardTs, end, advance, sent } = await startForgetting()
  await end()
  await slack.say({ user: ben, channel, threadTs: cardTs(), text: 'and the outro' })
  await slack.deliveriesDone()
  expect(await forget('--channel', channel, '--yes')).toMatch(/ended:\n {2}a message in C0DOCS\n$/)
  await advance(MINUTE)
  expect(sent().at(-1)).toBe('and the outro')
})

it('forgets a channel once nothing is under way there, and not what was asked elsewhere', async () => {
  const { forget, find, channel, ben, own, tell, advance, end } = await startForgetting()
  await tell('one more')
  await advance(10_000)
  expect(await forget('--channel', channel, '--yes')).toContain('Still under way')
  expect((await find('add examples')).length).toBe(0)
  await end()
  expect(await forget('--channel', channel, '--yes')).not.toContain('under way')
  // What Slack delivered is known for a day, and what Ben was told directly links to the thread.
  const left = (await find(channel, 'one more')).filter(found => !/^(delivery.key|view.message):/.test(found))
  expect(left).toEqual([])
  expect([(await find(own(ben))).length > 0, (await find('what Ben asks')).length > 0]).toEqual([true, true])
})

it('forgets what ended before a day', async () => {
  const { forget, find, pass, tell, end, advance, now } = await startForgetting()
  await pass(3 * DAY)
  await tell('a later one')
  await advance(10_000)
  await end()
  const day = new Date(now() - DAY).toISOString().slice(0, 10)
  expect(await forget(`--before=${day}`, '--yes')).toContain('followup: 3')
  expect([await find('add examples', 'what Ben asks'), (await find('a later one')).length]).toEqual([[], 1])
})

it('empties all tables, and a bot that runs goes on with what is asked next', async () => {
  const { forget, find, type, sent, database, ana, ben, channel, advance } = await startForgetting()
  await type('job_8f2 in 2 hours: rename it')
  const said = await forget('--everything', '--yes')
  expect(said).toMatch(/In progress; deleted as well, and nobody is told:\n {2}f_\d+ for job_8f2 in C0DOCS\n$/)
  const left = await find(ana, ben, channel)
  expect(left.filter(found => !/^delivery.key: (press|message|forgotten):/.test(found))).toEqual([])
  const tables = await database.query(
    `select table_name as name from information_schema.tables where table_schema = 'followup'`
  )
  const counts = tables.map(async ({ name }) => {
    const rows = await database.query(`select from followup.${name}`)
    return rows.length > 0 ? [name] : []
  })
  expect((await Promise.all(counts)).flat().toSorted()).toEqual(['delivery', 'migration', 'project'])
  await type('job_8f2 and now this')
  await advance(10_000)
  expect(sent('job_8f2').at(-1)).toBe('and now this')
})

it.each([
  [],
  ['--user'],
  ['--user', 'Ben'],
  ['--before', 'soon'],
  ['--before', '05.03.2026'],
  ['--before', '2026-02-31'],
  ['constructor', 'x'],
  ['--everything', '--channel', 'C0DOCS']
])('says how it is used if it is told %s', async (...said) => {
  expect(await runProgram('forget', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ...said)).toMatch(
    /^refused: Choose what to forget/
  )
})

it.each<[string, (about: { ben: string; channel: string; today: string }) => string[]]>([
  ['its author', ({ ben }) => ['--user', ben]],
  ['its channel', ({ channel }) => ['--channel', channel]],
  ['its day', ({ today }) => ['--before', today]],
  ['everything', () => ['--everything']]
])('sends nothing again of a message that was forgotten with %s', async (_, about) => {
  const { forget, slack, end, bot, channel, ben, mention, sent, advance, now } = await startForgetting()
  const ts = await mention('job_8f2 delete the old branch', { by: ben })
  await advance(5_000)
  await end()
  const today = new Date(now() + DAY).toISOString().slice(0, 10)
  await forget(...about({ ben, channel, today }), '--yes')
  const before = sent()
  const again = slack.deliveries().findLast(({ payload }) => JSON.stringify(payload).includes('the old branch'))
  await slack.deliverAgain(again?.id ?? '')
  await slack.edit({ channel, messageTs: ts, user: ben, text: `${bot} job_8f2 delete the old branch!` })
  await slack.deliveriesDone()
  await advance(MINUTE)
  expect(sent()).toEqual(before)
})

it('sends no mention again of whose file Slack tells only after it was forgotten', async () => {
  const { forget, slack, end, channel, ben, bot, advance, sent } = await startForgetting()
  slack.hold()
  await slack.say({ user: ben, channel, text: `${bot} job_8f2 delete the old branch`, files: [{ name: 'a.png' }] })
  await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
  await advance(10_000)
  const before = sent()
  expect(before.at(-1)).toBe('delete the old branch')
  await end()
  await forget('--user', ben, '--yes')
  await slack.release()
  await slack.deliveriesDone()
  await advance(MINUTE)
  expect(sent()).toEqual(before)
})

it('reads an edit of what was never sent, although it was forgotten', async () => {
  const { forget, channel, ben, bot, say, edit, job, advance, sent } = await startForgetting()
  const ts = await say(`${bot} job_typo fix it`, { channel })
  await advance(10_000)
  job('job_9')
  await forget('--user', ben, '--yes')
  await edit(ts, `${bot} job_9 fix it`)
  await advance(MINUTE)
  expect(sent('job_9')).toEqual(['fix it'])
})

it('leaves what is under way as its author left it: in the words of the latest edit, and muted', async () => {
  const { forget, agent, slack, ben, tell, edit, advance, thread, sent } = await startForgetting()
  const ts = await tell('in 2 hours: delete A')
  slack.hold(({ payload }) => JSON.stringify(payload).includes('in 2 hours: delete B'))
  await edit(ts, 'in 2 hours: delete B')
  await advance(2_000)
  await edit(ts, 'in 2 hours: delete nothing')
  await advance(MINUTE)
  await forget('--user', ben, '--yes')
  await slack.release()
  await slack.deliveriesDone()
  await advance(125 * MINUTE)
  expect(sent().at(-1)).toBe('delete nothing')
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  expect(thread().at(-1)).toContain('delete nothing')
  expect(thread().at(-1)).not.toContain('@Ben')
})

const NOT_IN_CHANNEL = ['chat.update', 'chat.postMessage', 'reactions.add', 'chat.update'].map(
  method => `${method} not_in_channel`
)

it('forgets their words in a result that others were told directly', async () => {
  const { forget, find, agent, slack, channel, ben, tell, advance, upkeep } = await startWordsOfBen(NOT_IN_CHANNEL)
  await tell('mute')
  await slack.removeFrom(channel)
  agent.finish('job_8f2', { prLink: null })
  await advance(25 * MINUTE)
  await forget('--user', ben, '--yes')
  await upkeep()
  expect(await find('shorten the intro', ben)).toEqual([])
})

it('leaves their part of a result that is still to be posted', async () => {
  const { forget, find, agent, slack, ben, advance, thread } = await startWordsOfBen()
  agent.finish('job_8f2', { prLink: null })
  slack.fail('chat.postMessage', { status: 503, times: 1_000 })
  await advance(25 * MINUTE)
  expect(await forget('--user', ben, '--yes')).toMatch(/\nStill under way.*\n {2}f_\d+ for job_8f2 in C0DOCS\n$/)
  slack.clearFaults()
  await advance(5 * MINUTE)
  expect(thread().at(-1)).toContain('>and shorten the intro')
  await forget('--user', ben, '--yes')
  expect(await find('shorten the intro', ben)).toEqual([])
})

it('takes nothing from a result of others that is still to be posted, even if the job works again', async () => {
  const { forget, agent, slack, ben, ana, advance, thread, command } = await startForgetting()
  await command('job_8f2 and a summary', { by: ana })
  await advance(10_000)
  slack.fail('chat.postMessage', { status: 503, times: 1_000 })
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  await forget('--user', ben, '--yes')
  agent.setJob('job_8f2', { status: 'active' })
  await advance(MINUTE)
  slack.clearFaults()
  await advance(5 * MINUTE)
  expect(thread().join()).toContain('*job_8f2* finished, no pull request.\n>and a summary')
})

it('sends no edit of what somebody cancelled', async () => {
  const { forget, channel, ben, ana, bot, mention, edit, press, advance, find, sent, slack } = await startForgetting()
  const ts = await mention('job_8f2 in 2 hours: drop the tables', { by: ben })
  await advance(5_000)
  const notice = slack.messages(channel).findLast(({ blocks }) => JSON.stringify(blocks ?? []).includes('"cancel"'))
  await press('cancel', { by: ana, on: notice?.ts })
  await advance(5_000)
  const before = sent()
  await forget('--user', ben, '--yes')
  expect(await find('drop the tables')).toEqual([])
  await edit(ts, `${bot} job_8f2 drop the old tables`)
  await advance(MINUTE)
  expect(sent()).toEqual(before)
})

it('names what is not read yet, and what others still have under way with their id', async () => {
  const { forget, type, press, ben, ana, reply } = await startForgetting()
  await type('job_8f2 in 2 hours: rename it', { by: ana })
  await press('send-now', { by: ben })
  await reply('now the changelog')
  expect(await forget('--user', ben, '--yes')).toMatch(
    /\nStill under way, so not deleted.*\n {2}f_\d+ for job_8f2 in C0DOCS\n(?: {2}f_.*\n)* {2}a message in C0DOCS\n$/
  )
})

it('looks only into a database of its version', async () => {
  const { url, database } = await createTestDatabase()
  await database.query(`insert into followup.migration values ('9999-next.sql', false)`)
  onTestFinished(async () => {
    await database.query(`delete from followup.migration where file = '9999-next.sql'`)
  })
  for (const said of [
    ['--user', 'U024BE7LH'],
    ['--everything', '--yes']
  ])
    expect(await runProgram('forget', { DATABASE_URL: url }, ...said)).toMatch(
      /^refused: The tables in this database are not of this version of Agent Follow-up\./
    )
})

it('creates no database where there is none', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'agent-followup-none-'))
  onTestFinished(() => rm(empty, { recursive: true }))
  await mkdir(join(empty, 'postgres'))
  for (const folder of ['/nowhere/data', empty])
    expect(await runProgram('forget', { DATA_DIR: folder }, '--user', 'U024BE7LH')).toContain(
      `refused: There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as for the bot.`
    )
})
