import { expect, it } from 'vitest'
import { startForm } from '../support/watched-job.ts'

it.each([
  ['another key', { AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' }],
  ['the same key', { AGENT_PROJECT_ID: 'staging' }]
])('neither sends nor suggests anything from a form of another project: with %s', async (_, staging) => {
  const { agent, open, form, command, restart, advance, told, ana, sent } = await startForm()
  await command('job_8f2 shorten it')
  await advance(2_000)
  await open('job_8f2')
  await restart(staging)
  const before = agent.requests().length
  expect([await form.suggest(''), await form.suggest('job_9f3')]).toEqual([[], []])
  expect(await form.send({ instruction: 'drop the table', hears: 'me' })).toEqual({
    instruction:
      'Not sent: this form was opened for a project I no longer work with. Copy your words and open a new form.'
  })
  expect(form.isOpen()).toBe(true)
  await advance(5_000)
  expect(agent.requests()).toHaveLength(before)
  expect([sent(), told(ana)]).toEqual([['shorten it'], []])

  await restart()
  expect(await form.suggest('job_8f2')).toHaveLength(1)
  expect(await form.send({})).toEqual({})
  await advance(5_000)
  expect(sent()).toEqual(['shorten it', 'drop the table'])
})
