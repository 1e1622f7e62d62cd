import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createDataDir, createFilledDataDir, giveCommand, openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { openTwoProjects } from '../support/two-projects.ts'

it('takes over a new key without a restart, and keeps the old one while the file cannot be read', async () => {
  const office = await openOffice()
  const { slack, agent, env, ana, channel } = office
  for (const id of ['job_8f2', 'job_c90']) agent.addJob({ id })
  const file = join(await createDataDir(), 'agent-key')
  const { AGENT_API_KEY: key = '', ...others } = env
  await writeFile(file, 'standin_expired')
  const bot = spawnBot({ ...others, AGENT_API_KEY_FILE: file, DATA_DIR: await createFilledDataDir() })
  await bot.waitUntilReady()
  await slack.command({ user: ana, channel, text: 'job_8f2 refused' })
  await slack.waitFor(() => slack.ephemerals(channel, ana).length > 0, 'that the key was refused')

  await writeFile(file, key)
  process.kill(bot.pid ?? 0, 'SIGHUP')
  await eventually(() => bot.output().includes('were read again'), 'the key was read again')
  await giveCommand(office, 'job_8f2 add examples')
  await agent.waitFor(() => agent.sends().length === 1, 'the POST')

  // The one before may work for a while.
  const before = slack.ephemerals(channel, ana).length
  await slack.command({ user: ana, channel, text: 'job_c90 use standin_expired' })
  await slack.waitFor(() => slack.ephemerals(channel, ana).length > before, 'that the words hold a key')
  expect(slack.ephemerals(channel, ana).at(-1)?.text).toMatch(/^Not sent: this contains one of my own secrets\./)

  await writeFile(file, '')
  process.kill(bot.pid ?? 0, 'SIGHUP')
  await eventually(() => bot.output().includes('the keys stay as they were'), 'the empty file was noticed')
  await giveCommand(office, 'job_c90 test them')
  await agent.waitFor(() => agent.sends().length === 2, 'the second POST')
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'test them'])
})

it('takes over a new key of one of two projects, while three channels go on', async () => {
  const office = await openOffice()
  const { slack, env, ana, ben, channel } = office
  const [api, ops] = ['C0API', 'C0OPS'].map(
    id => slack.addChannel({ id, name: id.toLowerCase(), members: [ana, ben] }).id
  )
  const projects = await openTwoProjects({ channels: ['C0API'] })
  for (const agent of [projects.docs, projects.api]) agent.addJob({ id: 'job_8f2' })
  await writeFile(projects.keyFile, 'standin_expired')
  const bot = spawnBot({ ...env, ...projects.env, DATA_DIR: await createFilledDataDir() })
  await bot.waitUntilReady()
  const told = () => slack.ephemerals(api, ana).map(({ text }) => text)
  for (const where of [channel, api ?? '', ops ?? ''])
    await slack.command({ user: ana, channel: where, text: `job_8f2 from ${where}` })
  await projects.docs.waitFor(() => projects.docs.sends().length === 2, 'what the other project was sent')
  await slack.waitFor(() => told().length > 0, 'that the key was refused')
  expect(told()).toEqual([expect.stringContaining('the agent isn’t letting me in right now')])
  expect(bot.output().match(/"level":50[^\n]*refuses requests/g)).toHaveLength(1)

  await writeFile(projects.keyFile, projects.api.apiKey)
  process.kill(bot.pid ?? 0, 'SIGHUP')
  await eventually(() => bot.output().includes('were read again'), 'the key was read again')
  await giveCommand({ ...office, channel: api ?? '' }, 'job_8f2 once more')
  await projects.api.waitFor(() => projects.api.sends().length === 1, 'the POST')
  const sent = [projects.docs, projects.api].map(agent => agent.sends().map(({ prompt }) => prompt))
  expect(sent.map(words => words.toSorted())).toEqual([['from C0DOCS', 'from C0OPS'], ['once more']])
})
