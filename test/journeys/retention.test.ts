import { expect, it } from 'vitest'
import { findText } from '../support/find-text.ts'
import { PULL, startWithGithub } from '../support/github.ts'
import { type Journey, type JourneyOptions, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Work that has ended, of which Ana wrote the first and Ben the second part. */
async function startEnded(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const { tell, agent, advance, database, pass, upkeep } = journey
  const reply = await tell('and shorten the intro')
  agent.finish('job_8f2', { prLink: null })
  await advance(20 * MINUTE)
  return {
    ...journey,
    reply,
    words: async () => [
      ...(await findText(database, 'add examples')),
      ...(await findText(database, 'shorten the intro'))
    ],
    async wait(days: number) {
      await pass(days * DAY)
      await upkeep()
    }
  }
}

it('keeps for ninety days what has ended, and then nothing of it', async () => {
  const { wait, words, database, ana, ben, command } = await startEnded()
  await wait(89)
  expect(await words()).toHaveLength(2)
  expect(await command('status job_8f2')).toContain('“add examples”')
  await wait(2)
  expect(await words()).toEqual([])
  expect([...(await findText(database, ana)), ...(await findText(database, ben))]).toEqual([])
  for (const table of ['followup', 'job', 'send_attempt', 'inbox', 'task'])
    expect(await database.query(`select from followup.${table}`)).toEqual([])
  const status = await command('status job_8f2')
  expect(status).toMatch(/finished|idle/)
  expect(status).not.toContain('add examples')
})

it('sends a reply in the old thread to its job, brings its result there, and shows nothing of what is forgotten', async () => {
  const { wait, tell, sent, agent, advance, card, lines, thread, cardTs } = await startEnded()
  const [shown, ts, { length }] = [card(), cardTs(), lines()]
  await wait(91)
  expect(card()).toBe(shown)
  await tell('now add a title')
  expect([sent('job_8f2').at(-1), cardTs()]).toEqual(['now add a title', ts])
  expect(card()).toContain('now add a title')
  expect(card()).not.toMatch(/add examples|follow-ups/)
  await advance(2 * MINUTE)
  await tell('and a summary')
  expect(card()).toContain('and a summary')
  expect(card()).not.toContain('2 follow-ups')
  agent.finish('job_8f2', { prLink: null })
  await advance(2 * MINUTE)
  expect(thread().slice(length).at(-1)).toMatch(/@Ben, \*job_8f2\* finished, no pull request\.\n>now add a title/)
})

it('does not send again what is edited long after it was sent and forgotten', async () => {
  const { wait, edit, reply, sent, told, ben } = await startEnded()
  await wait(91)
  await edit(reply, 'and shorten the introduction')
  expect([sent('job_8f2').length, told(ben)]).toEqual([2, []])
})

/** Ben edits it within the day for which it is kept, and that is read only when it is forgotten. */
async function editBeforeForgotten(
  { slack, ben, channel, pass, upkeep, advance }: Omit<Journey, 'reply'>,
  messageTs: string
) {
  await pass(23.5 * HOUR)
  await slack.edit({ user: ben, channel, messageTs, text: 'and shorten all of it' })
  await slack.deliveriesDone()
  for (let rounds = 0; rounds < 3; rounds++) {
    await pass(HOUR)
    await upkeep()
  }
  await advance(MINUTE)
}

it('does not send again what was edited within a day, though it is read only once that is forgotten', async () => {
  const journey = await startEnded({ env: { RETENTION_DAYS: '1' } })
  await editBeforeForgotten(journey, journey.reply)
  expect(journey.later()).toEqual(['and shorten the intro'])
})

it('does not send once more what was refused when sent again, though its edit is read only once that is forgotten', async () => {
  const errors = ['The agent service refuses requests from this bot']
  const journey = await startWatching({ env: { RETENTION_DAYS: '1' }, errors })
  const { agent, ben, reply, find, press, advance, later } = journey
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.fail('send', { status: 500 })
  const { ts } = await reply('shorten it', { by: ben })
  await advance(5_000)
  agent.fail('send', { status: 403 })
  await press('send-again', { on: find('maybe delivered:') })
  await advance(5_000)
  await editBeforeForgotten(journey, ts)
  expect(later()).toEqual([])
})

it('does not send again what is edited that late if Slack tells of the edit as a mention', async () => {
  const { slack, agent, channel, ben, bot, mention, advance, now, later, wait } = await startEnded()
  const ts = await mention('job_8f2 when idle: drop the tables')
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: null })
  await advance(20 * MINUTE)
  const before = later()
  expect(before.at(-1)).toBe('drop the tables')
  await wait(91)
  const edited = { user: ben, ts: (now() / 1_000).toFixed(6) }
  const text = `${bot} job_8f2 when idle: drop all tables`
  const event = { type: 'app_mention', channel, user: ben, team: slack.teamId, ts, text, edited }
  await slack.deliver('events_api', { event_id: 'EvLate', team_id: slack.teamId, type: 'event_callback', event })
  await advance(MINUTE)
  expect(later()).toEqual(before)
})

it('loses nothing that is under way, however old it is', async () => {
  const env = { RETENTION_DAYS: '1' }
  const { job, type, wait, pass, agent, sent, advance, words, thread, told, ana, upkeep } = await startEnded({ env })
  job('job_9')
  await type('job_9 work for days')
  await type('job_9 in 3 days: and then the links')
  await wait(2)
  expect(await words()).toEqual([])
  expect(sent('job_9')).toEqual(['work for days'])
  await pass(DAY + HOUR)
  await upkeep()
  await advance(10 * MINUTE)
  expect(sent('job_9')).toEqual(['work for days', 'and then the links'])
  agent.finish('job_9', { prLink: null })
  await advance(20 * MINUTE)
  expect(thread().at(-1)).toMatch(/\*job_9\* finished, no pull request\.\n>work for days\n.*\n>and then the links/)
  expect(told(ana).join()).not.toContain('wrong')
})

it('forgets a pull request with the last result that names it', async () => {
  const { agent, command, runDue, advance, pass, upkeep, database, tell } = await startWithGithub()
  await command('job_8f2 add examples')
  await runDue()
  agent.finish('job_8f2', { prLink: PULL })
  await advance(20 * MINUTE)
  const links = async () => (await database.query('select link from followup.pull_request')).length
  await pass(50 * DAY)
  await tell('once more')
  agent.finish('job_8f2', { prLink: PULL })
  await advance(20 * MINUTE)
  await pass(41 * DAY)
  await upkeep()
  expect([await links(), (await findText(database, 'once more')).length]).toEqual([1, 1])
  await pass(50 * DAY)
  await upkeep()
  expect(await links()).toBe(0)
})

it('forgets what was chosen in a thread that is closed, with the last that was said in it', async () => {
  const { tell, remove, cardTs, wait, database } = await startEnded()
  for (const words of ['mute', 'only mentions']) await tell(words)
  const choices = async () => (await database.query('select scope from followup.setting')).length
  expect(await choices()).toBe(2)
  await remove(cardTs())
  await wait(91)
  expect(await choices()).toBe(0)
})

it('keeps all of it for ever where the operator says so', async () => {
  const { wait, words } = await startEnded({ env: { RETENTION_DAYS: '0' } })
  await wait(1_000)
  expect(await words()).toHaveLength(2)
})

it('sends a reply that is stored while the last of its job is being forgotten', async () => {
  const isStoring = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isReply = false
  const { tell, agent, advance, pass, upkeep, reply, runDue, sent } = await startWatching({
    wrap: deps => ({
      ...deps,
      async enqueue(sql, name, data, plan) {
        if (isReply && name === 'send-followup') {
          isReply = false
          // What was written so far leaves with this.
          await sql.query('select')
          isStoring.resolve()
          await goOn.promise
        }
        return deps.enqueue(sql, name, data, plan)
      }
    })
  })
  await tell('and shorten the intro')
  agent.finish('job_8f2', { prLink: null })
  await advance(20 * MINUTE)
  await pass(91 * DAY)
  await reply('when idle: now add a title')
  isReply = true
  const reading = runDue()
  await isStoring.promise
  await upkeep()
  goOn.resolve()
  await reading
  await advance(20 * MINUTE)
  expect(sent().at(-1)).toBe('now add a title')
})
