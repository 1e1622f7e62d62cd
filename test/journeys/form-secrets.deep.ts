import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { AGENT_KEY } from '../support/office.ts'
import { makeCanary } from '../support/secret-canaries.ts'
import { startForm } from '../support/watched-job.ts'

const TOKEN = makeCanary('a GitHub token')

type World = Awaited<ReturnType<typeof startForm>>

async function expectNothingLeft({ database, log, agent, sent }: World): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(TOKEN))).toEqual([])
  expect(JSON.stringify([log, agent.requests()])).not.toContain(TOKEN)
  expect(sent()).toEqual([])
}

it('neither offers nor takes a secret as a job, nor looks it up', async () => {
  const journey = await startForm()
  const { open, form, advance } = journey
  await open(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    job: 'Not sent: this looks like a GitHub token, not a job’s id. Choose another one.'
  })
  await advance(5_000)
  await expectNothingLeft(journey)
})

const NOT_DONE = 'Not done: this looks like a GitHub token, not a job’s id.'

it.each(['status …', 'watch …', '… watch', '… status'])(
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

it.each(['refuse', 'send'])('takes none of the bot’s own secrets, as an instruction or as a job: %s', async SECRETS => {
  const { open, form, advance, sent } = await startForm({ env: { SECRETS } })
  await open('job_8f2')
  expect(await form.send({ instruction: `use ${AGENT_KEY}` })).toEqual({
    instruction: 'Not sent: this holds one of my own secrets. Take it out, and press Send again.'
  })
  expect(await form.suggest(AGENT_KEY)).toEqual([])
  await advance(2_000)
  expect(sent()).toEqual([])
})
