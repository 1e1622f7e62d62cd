import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { type Journey, type JourneyOptions, startWatching, startWithJob } from '../support/journey.ts'
import { AGENT_KEY } from '../support/office.ts'
import { makeCanary } from '../support/secret-canaries.ts'

const TOKEN = makeCanary('a GitHub token')
const LIKE_A_TOKEN = /Not sent: line 1 looks like a GitHub token/
const WORDS = `deploy it\nwith ${TOKEN}`
const IN_CHANNEL = '*Delete your message, then revoke the secret.*'
const IN_PRIVATE = '*Revoke the secret if anybody else may have seen it.*'
const STOPPED = `${IN_CHANNEL}\nNot sent: line 2 looks like a GitHub token.\n[Open the form]`
/** The same about the bot's own secrets. */
const OWN_STOPPED = `${IN_CHANNEL}\nNot sent: this contains one of my own secrets.\n[Open the form]`

/** What somebody reads who typed it in a command. */
const asTyped = (told: string) => told.replace(`${IN_CHANNEL}\n`, '').replace('.\n', `. ${IN_PRIVATE}\n`)

type Way = (journey: Journey) => Promise<unknown>

/** Every way for Ben to say these words. */
const waysToSay = (words: string): Record<string, Way> => ({
  'the command': ({ command, ben }) => command(`job_8f2 ${words}`, { by: ben }),
  'a command without a job': ({ command, ben }) => command(`please ${words}`, { by: ben }),
  'a reply in a thread': ({ reply }) => reply(words),
  'a mention': ({ mention }) => mention(`job_8f2 ${words}`),
  'a mention without a job': ({ mention }) => mention(`please ${words}`),
  'a direct message': ({ say, own, ben }) => say(`job_8f2 ${words}`, { channel: own(ben) }),
  'a mention of two jobs': ({ mention }) => mention(`job_8f2 job_c90 ${words}`),
  'a mention whose job cannot be one': ({ mention }) => mention(`fix(it) ${words}`)
})

async function expectNothingKept({ database, log, agent, sent }: Journey): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(TOKEN))).toEqual([])
  expect(JSON.stringify([log, agent.requests(), sent()])).not.toContain(TOKEN)
}

/** Nothing but what Ana sent in the beginning. */
async function expectNothingLeft(journey: Journey): Promise<void> {
  await expectNothingKept(journey)
  expect(journey.later()).toEqual([])
  expect(journey.thread().join('\n')).not.toMatch(/[👀📨❌]/u)
}

it('stops a secret in every way to say one, keeps nothing of it, and tells only its author', async () => {
  const journey = await startWatching()
  const { ana, ben, advance, told, log } = journey
  for (const [name, way] of Object.entries(waysToSay(WORDS))) {
    const before = { told: told(ben).length, logged: log.length }
    await way(journey)
    await advance(2_000)
    const answer = name.includes('command') ? asTyped(STOPPED) : STOPPED
    expect([name, told(ben).slice(before.told), told(ana)]).toEqual([name, [answer], []])
    await expectNothingLeft(journey)
    const lines = log.slice(before.logged)
    expect(lines.filter(({ words }) => words === 'A message containing a secret was blocked')).toEqual([
      expect.objectContaining({ level: 'info', found: ['a GitHub token'] })
    ])
  }
})

it('repeats no secret to whoever may not send it, writes to a closed thread, or changes what somebody cancelled', async () => {
  const journey = await startWatching({ refusals: ['chat.update cant_update_message'] })
  const { slack, tell, press, find, edit, remove, say, cardTs, advance, told, ben } = journey
  const guest = slack.addPerson({ name: 'Gus', kind: 'guest' }).id
  slack.invite(journey.channel, guest)
  await say(`<@U0AGENTBOT> job_8f2 ${WORDS}`, { by: guest })
  const ts = await tell('in 2 hours: shorten it')
  await press('cancel', { on: find('Not sent yet') })
  await edit(ts, `deploy with ${TOKEN}`)
  const to = cardTs()
  await remove(to)
  await say(`deploy with ${TOKEN}`, { to })
  await advance(2_000)
  expect([told(guest).length, told(ben).length]).toEqual([1, 2])
  expect(JSON.stringify(slack.ephemerals())).not.toContain(TOKEN)
  await expectNothingKept(journey)
})

it('neither keeps nor repeats a secret that is the name of a file', async () => {
  const { tell, said, database } = await startWatching()
  const token = makeCanary('a GitHub token')
  await tell('look at this', { files: [{ name: `${token}.png` }] })
  expect(said().filter(words => words.includes(token))).toEqual([])
  expect((await dumpTables(database)).filter(row => row.includes(token))).toEqual([])
})

it('looks for no shapes where the operator says so', async () => {
  const { tell, later } = await startWatching({ env: { SECRETS: 'send' } })
  await tell(WORDS)
  expect(later()).toEqual([WORDS])
})

it.each(['refuse', 'send'])('never sends one of the bot’s own secrets, nor repeats it: %s', async SECRETS => {
  // Nobody sees that it is in pieces.
  const own = [AGENT_KEY.slice(0, 9), AGENT_KEY.slice(9, 14), AGENT_KEY.slice(14)].join('\n\u200b')
  const journey = await startWatching({ env: { SECRETS } })
  for (const way of Object.values(waysToSay(`deploy it with ${own}`))) await way(journey)
  await journey.command(`job_8f2 deploy it with ${AGENT_KEY}`, { by: journey.ben })
  await journey.advance(2_000)
  const typed = asTyped(OWN_STOPPED)
  expect(journey.told(journey.ben).toSorted()).toEqual([...Array(6).fill(OWN_STOPPED), ...Array(3).fill(typed)])
  await expectNothingLeft(journey)
  const form = await journey.openForm('job_8f2')
  expect(await form.send({ words: `use ${AGENT_KEY}` })).toEqual({
    words: 'Not sent: this contains one of my own secrets. Take it out, then press Send.'
  })
  expect(await form.suggest(AGENT_KEY)).toEqual([])
  await journey.advance(2_000)
  expect(journey.later()).toEqual([])
})

/** What Ben’s message was before an edit brought the secret, and what the agent has in the end. */
const EDITED: [before: string, options: JourneyOptions, said: (journey: Journey) => Promise<string>, sent: string[]][] =
  [
    ['what still waits', { hourlyLimit: 1 }, ({ tell }) => tell('deploy it'), []],
    ['what was sent', {}, ({ tell }) => tell('deploy it'), ['deploy it']],
    ['thanks', {}, ({ tell }) => tell('thanks!'), []],
    ['words for no job', {}, ({ mention }) => mention('please deploy it'), []],
    ['what the bot has not looked at yet', {}, async ({ reply }) => (await reply('deploy it')).ts, []]
  ]

it.each(EDITED)('takes no edit with a secret of %s, and keeps nothing of it', async (before, options, said, sent) => {
  const journey = await startWatching(options)
  const isMention = before === 'words for no job'
  await journey.edit(await said(journey), isMention ? `${journey.bot} ${WORDS}` : WORDS)
  expect(journey.told(journey.ben).at(-1)).toBe(STOPPED)
  await journey.sleep(2 * 3_600_000)
  expect(journey.later()).toEqual(sent)
  await expectNothingKept(journey)
})

it('neither offers nor looks up a secret as a job: in a form, or when somebody asks about it', async () => {
  const journey = await startWithJob()
  const { ana, openForm, command, mention, told, advance, sent } = journey
  const form = await openForm()
  expect(await form.suggest(TOKEN)).toEqual([])
  const asked = [TOKEN, `status ${TOKEN}`, `watch ${TOKEN}`, `${TOKEN} watch`, `status https://example.com/${TOKEN}`]
  for (const words of asked) {
    expect(await command(words)).toMatch(LIKE_A_TOKEN)
    await mention(words, { by: ana })
  }
  expect(told()).toEqual(Array(2 * asked.length).fill(expect.stringMatching(LIKE_A_TOKEN)))
  expect(told().join()).not.toContain(TOKEN)
  await advance(5_000)
  await expectNothingKept(journey)
  expect(sent()).toEqual([])
})

it('looks up whatever is named as a job where nobody looks for secrets', async () => {
  const { job, openForm, command, advance, sent } = await startWithJob({ env: { SECRETS: 'send' } })
  job(TOKEN)
  expect(await command(`status ${TOKEN}`)).toContain('finished')
  const form = await openForm(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([`Use ${TOKEN}`])
  expect(await form.send({ words: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('tells of a secret in a file though Slack did not take that at first', async () => {
  const { slack, ben, tell, advance, told } = await startWatching()
  slack.fail('chat.postEphemeral', { error: 'ratelimited', retryAfterS: 60, times: 1 })
  await tell('look at this', { files: [{ name: 'env.txt', content: `TOKEN=${TOKEN}` }] })
  await advance(90_000)
  expect(told(ben).at(-1)).toContain(`${IN_CHANNEL}\nNot sent: a file or its name contains a GitHub token.`)
})

it('sends nothing of what it has refused when the file with the secret is removed', async () => {
  const { slack, channel, ben, reply, advance, told, sent } = await startWatching()
  slack.fail('chat.postEphemeral', { kind: 'reset after processing', times: 1 })
  const { ts } = await reply('look at this', { by: ben, files: [{ name: 'env.txt', content: `TOKEN=${TOKEN}` }] })
  await advance(0)
  expect(told(ben).at(-1)).toContain('Not sent: a file or its name contains a GitHub token.')
  await slack.removeFiles({ channel, messageTs: ts })
  await slack.deliveriesDone()
  await advance(120_000)
  expect(sent()).toEqual(['add examples'])
})
