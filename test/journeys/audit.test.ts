import { expect, it } from 'vitest'
import { type JourneyOptions, startWatching } from '../support/journey.ts'
import { runProgram } from '../support/run-program.ts'
import { makeCanary } from '../support/secret-canaries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

async function startAudited(options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  const rows = () => journey.database.query('select * from followup.audit order by number')
  return {
    ...journey,
    /** Who, what, and what came of it. */
    audit: async () => (await rows()).map(({ user_id, act, outcome }) => [user_id, act, outcome]),
    words: async () => (await rows()).map(({ words }) => words)
  }
}

it('says who sent, and how the job ended, until its age alone deletes it', async () => {
  const { ana, agent, advance, pass, upkeep, audit } = await startAudited()
  expect(await audit()).toEqual([[ana, 'sent', 'delivered']])
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  const all = [
    [ana, 'sent', 'delivered'],
    [null, 'ended', 'completed']
  ]
  expect(await audit()).toEqual(all)
  const wait = (days: number) => pass(days * DAY).then(upkeep)
  await wait(89)
  expect(await audit()).toEqual(all)
  await wait(2)
  expect(await audit()).toEqual([])
})

it('takes work that goes on after a result for no second send, and what is cancelled and then deleted for one deed', async () => {
  const refusals = ['reactions.remove message_not_found']
  const { ana, agent, advance, tell, press, find, remove, audit } = await startAudited({ refusals })
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.setJob('job_8f2', { status: 'active' })
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: null })
  await advance(5 * MINUTE)
  const reply = await tell('in 2 hours: shorten it')
  await press('cancel', { on: find('Not sent yet') })
  await remove(reply)
  const acts = await audit()
  expect(acts.filter(([, act]) => act === 'sent')).toEqual([[ana, 'sent', 'delivered']])
  expect(acts.filter(([, act]) => act === 'cancelled')).toEqual([[ana, 'cancelled', 'cancelled']])
})

it('names whoever pressed, not whoever asked', async () => {
  const { ana, press, tell, find, audit, advance } = await startAudited()
  await tell('when idle: shorten it')
  await press('cancel', { on: find('Not sent yet'), by: ana })
  await tell('in 2 hours: rename it')
  await press('send-now', { on: find('rename it'), by: ana })
  await advance(2_000)
  expect(await audit()).toEqual([
    [ana, 'sent', 'delivered'],
    [ana, 'cancelled', 'cancelled'],
    [ana, 'sent', 'delivered']
  ])
})

it('says what may not have arrived, and who sent it again', async () => {
  const { agent, ben, ana, tell, press, find, audit, advance } = await startAudited()
  agent.fail('send', { kind: 'reset after processing' })
  await tell('shorten it')
  await press('send-again', { on: find('maybe delivered'), by: ana })
  await advance(2_000)
  expect((await audit()).slice(1)).toEqual([
    [ben, 'sent', 'maybe'],
    [ana, 'sent again', null],
    [ben, 'sent', 'delivered']
  ])
})

it('says what nobody may use, and why it was not sent', async () => {
  const errors = ['The agent service refuses requests from this bot: replace AGENT_API_KEY']
  const { slack, channel, command, tell, agent, audit, ben, ana } = await startAudited({ errors })
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
  await slack.invite(channel, gus)
  await command('job_8f2 add a title', { by: gus })
  await command(`job_8f2 use ${makeCanary('a GitHub token')}`)
  agent.fail('send', { status: 401 })
  await tell('shorten it')
  expect((await audit()).slice(1)).toEqual([
    [gus, 'refused', 'guest'],
    [ana, 'refused', 'a GitHub token'],
    [ben, 'not sent', 'key refused']
  ])
})

it('says who was refused because they have left the channel', async () => {
  const { slack, ana, ben, command, runDue, advance, openHome, openForm, pressHome, audit } = await startAudited()
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, slack.botUserId, ben] }).id
  await command('job_8f2 in 2 hours: rename it', { by: ben, channel: secret })
  await runDue()
  await openHome(ben)
  const form = await openForm('', { by: ben, channel: secret })
  await slack.removeFrom(secret, ben)
  await advance(MINUTE)
  await pressHome('send-now', { by: ben })
  await form.send({ job: 'job_8f2', words: 'shorten it' })
  expect((await audit()).slice(1)).toEqual(Array.from({ length: 2 }, () => [ben, 'refused', 'not in the channel']))
})

it('says what was chosen, once', async () => {
  const { ben, tell, audit } = await startAudited()
  for (const words of ['only mentions', 'only mentions', 'mute']) await tell(words)
  expect((await audit()).slice(1)).toEqual([
    [ben, 'chose', 'replies: mention'],
    [ben, 'chose', 'muted: yes']
  ])
})

it('keeps a hash of the words, or the words where the operator wants them', async () => {
  const { words } = await startAudited()
  expect(await words()).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)])
  const open = await startAudited({ env: { AUDIT_WORDS: 'on' } })
  expect(await open.words()).toEqual(['add examples'])
})

it('is written as lines of JSON, and as a table in which no cell is a formula', async () => {
  const { ana, channel, now, tell, databaseUrl } = await startAudited({
    env: { AUDIT_WORDS: 'on' },
    startAt: Date.now()
  })
  const run = (...said: string[]) => runProgram('audit', { DATABASE_URL: databaseUrl }, ...said)
  const at = new Date(now()).toISOString().slice(0, 13)
  const lines = (await run('--since', '1d', '--format=jsonl')).trim().split('\n')
  expect(lines.map(line => JSON.parse(line))).toEqual([
    {
      ...{ number: 1, at: expect.stringContaining(at), act: 'sent', user: ana, outcome: 'delivered', channel },
      ...{ job: 'job_8f2', followup: 'f_1', project: 'project-1', words: 'add examples' }
    }
  ])
  await tell('=1+1')
  const [head, row, other] = (await run('--since', '2026-01-31')).trim().split('\n')
  expect(head).toBe('"number","at","act","user","outcome","channel","job","followup","project","words"')
  expect(row).toMatch(/^"1","[^"]+","sent","U0ANA","delivered","C0DOCS","job_8f2","f_1","project-1","add examples"$/)
  expect(other).toMatch(/,"'=1\+1"$/)
})

const UNCLEAR = ['', '--since', '--since=soon', '--since=7d --format=xml', '--since=7d --format=toString', '--until=7d']

it.each(UNCLEAR)('explains itself when told %j', async said => {
  const words = said.split(' ').filter(word => word !== '')
  expect(await runProgram('audit', {}, ...words)).toMatch(/^refused: Give a start/)
})
