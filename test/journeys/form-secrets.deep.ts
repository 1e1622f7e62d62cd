import { expect, it } from 'vitest'
import { dumpTables } from '../support/find-leaks.ts'
import { type Journey, startWithJob } from '../support/journey.ts'
import { AGENT_KEY } from '../support/office.ts'
import { makeCanary } from '../support/secret-canaries.ts'

const TOKEN = makeCanary('a GitHub token')
const NOT_DONE = 'Not done: this looks like a GitHub token, not a job’s id.'

async function expectNothingLeft({ database, log, agent, sent }: Journey): Promise<void> {
  expect((await dumpTables(database)).filter(row => row.includes(TOKEN))).toEqual([])
  expect(JSON.stringify([log, agent.requests()])).not.toContain(TOKEN)
  expect(sent()).toEqual([])
}

it('neither offers nor takes a secret as a job, nor looks it up', async () => {
  const journey = await startWithJob()
  const form = await journey.openForm(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({
    job: 'Not sent: this looks like a GitHub token, not a job’s id. Choose another one.'
  })
  await journey.advance(5_000)
  await expectNothingLeft(journey)
})

it('neither keeps nor looks up a secret that somebody asks about', async () => {
  const journey = await startWithJob()
  const { ana, command, mention, told } = journey
  for (const words of [`status ${TOKEN}`, `watch ${TOKEN}`, `${TOKEN} watch`, `${TOKEN} status`]) {
    expect(await command(words)).toContain(NOT_DONE)
    await mention(words, { by: ana })
  }
  expect(told()).toEqual(Array(8).fill(expect.stringContaining(NOT_DONE)))
  await expectNothingLeft(journey)
})

it('looks up whatever is named as a job where nobody looks for secrets', async () => {
  const { job, openForm, command, advance, sent } = await startWithJob({ env: { SECRETS: 'send' } })
  job(TOKEN)
  expect(await command(`status ${TOKEN}`)).toContain('finished')
  const form = await openForm(TOKEN)
  expect(await form.suggest(TOKEN)).toEqual([`Use ${TOKEN}`])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it.each(['refuse', 'send'])('takes none of the bot’s own secrets, as an instruction or as a job: %s', async SECRETS => {
  const { openForm, advance, sent } = await startWithJob({ env: { SECRETS } })
  const form = await openForm('job_8f2')
  expect(await form.send({ instruction: `use ${AGENT_KEY}` })).toEqual({
    instruction: 'Not sent: this holds one of my own secrets. Take it out, then press Send.'
  })
  expect(await form.suggest(AGENT_KEY)).toEqual([])
  await advance(2_000)
  expect(sent()).toEqual([])
})
