import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { startForm } from '../support/form.ts'
import { AGENT_KEY } from '../support/office.ts'
import { makeCanary } from '../support/secret-canaries.ts'

const TOKEN = makeCanary('github')
const KEY = makeCanary('aws')

it('asks about another secret, though the one it asked about may go out', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: `use ${TOKEN}` })
  expect(await form.send({ instruction: `use ${TOKEN}\nand ${KEY}`, anyway: true })).toEqual({})
  expect(form.shown().at(-2)).toBe(
    `Not sent: this looks like it contains a GitHub token (${TOKEN.slice(0, 4)}…, line 1), an AWS access key (${KEY.slice(0, 4)}…, line 2).`
  )
  expect(await form.send({})).toEqual({})
  await advance(2_000)
  expect([form.isOpen(), sent()]).toEqual([true, []])
  expect(await form.send({ anyway: true })).toEqual({})
  await advance(2_000)
  expect([form.isOpen(), sent()]).toEqual([false, [`use ${TOKEN}\nand ${KEY}`]])
})

it('asks about somebody else’s secret in the thread above, though one’s own may go out', async () => {
  const { slack, channel, ana, ben, form, advance, sent } = await startForm()
  const { ts: threadTs } = await slack.say({ user: ben, channel, text: `root is ${KEY}` })
  const { ts } = await slack.say({ user: ana, channel, text: 'do it', threadTs })
  await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs: ts })
  await form.opened()
  await form.send({ job: 'job_8f2', instruction: `use ${TOKEN}` })
  expect(await form.send({ anyway: true, include: ['own'] })).toEqual({})
  expect(form.shown().at(-2)).toContain('an AWS access key')
  await advance(2_000)
  expect(sent()).toEqual([])
})

it('asks about another private key that begins like the one that may go out', async () => {
  const { open, form, advance, sent } = await startForm()
  // Every key of this length begins with the same letters.
  const key = (rest: string) =>
    ['-----BEGIN', 'PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'].join(' ') +
    `${rest}\n-----END PRIVATE KEY-----`
  await open('job_8f2')
  await form.send({ instruction: `use ${key('BKcwggSjAgEAAoIBAQC7TESTTEST')}` })
  expect(await form.send({ instruction: `use ${key('BKcwggSjAgEAAoIBAQDqZ9rREALx')}`, anyway: true })).toEqual({})
  await advance(2_000)
  expect([form.isOpen(), sent()]).toEqual([true, []])
})

it('does not ask again about the same secret when other words change', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('job_8f2')
  await form.send({ instruction: `use ${TOKEN}` })
  expect(await form.send({ instruction: `first the title,\nthen use ${TOKEN}`, anyway: true })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual([`first the title,\nthen use ${TOKEN}`])
})

type World = Awaited<ReturnType<typeof startForm>>

async function expectNothingLeft({ database, log, agent, sent }: World): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(TOKEN))).toEqual([])
  expect(JSON.stringify([log, agent.requests()])).not.toContain(TOKEN)
  expect(sent()).toEqual([])
}

it.each(['ask', 'refuse'])('neither offers nor takes a secret as a job, nor looks it up: %s', async secrets => {
  const journey = await startForm({ env: { SECRETS: secrets } })
  const { open, form, advance } = journey
  await open(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    job: `Nothing was sent: this looks like a GitHub token (${TOKEN.slice(0, 4)}…), not a job’s id. Choose another one.`
  })
  await advance(5_000)
  await expectNothingLeft(journey)
})

const NOT_DONE = `Not done: this looks like a GitHub token (${TOKEN.slice(0, 4)}…), not a job’s id. Check what you typed.`

it.each(['status …', 'log …', 'watch …', 'unwatch …', '… watch', '… status'])(
  'neither keeps nor looks up a secret that somebody asks about: %s',
  async typed => {
    const words = typed.replace('…', TOKEN)
    const journey = await startForm()
    const { slack, channel, ana, command, advance, told } = journey
    expect(await command(words)).toContain(NOT_DONE)
    await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> ${words}` })
    await advance(5_000)
    expect(told(ana)).toEqual([expect.stringContaining(NOT_DONE), expect.stringContaining(NOT_DONE)])
    await expectNothingLeft(journey)
  }
)

it('looks up whatever is named as a job where nobody looks for secrets', async () => {
  const { agent, open, form, command, advance, sent } = await startForm({ env: { SECRETS: 'send' } })
  agent.addJob({ id: TOKEN, life: { ends: 'never' } })
  expect(await command(`status ${TOKEN}`)).toContain('finished')
  await open(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([`Use ${TOKEN}`])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it.each(['ask', 'send'])('takes none of the bot’s own secrets, as an instruction or as a job: %s', async SECRETS => {
  const { open, form, advance, sent } = await startForm({ env: { SECRETS } })
  await open('job_8f2')
  expect(await form.send({ instruction: `use ${AGENT_KEY}` })).toEqual({
    instruction:
      'Nothing was sent: this looks like it contains one of my own secrets. Take it out, and press Send again.'
  })
  expect(await form.suggest(AGENT_KEY)).toEqual([])
  await advance(2_000)
  expect(sent()).toEqual([])
})
