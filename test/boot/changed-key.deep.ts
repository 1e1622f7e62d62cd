import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createFilledDataDir, giveCommand, openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'

it('takes over a new key without a restart, and keeps the old one while the file cannot be read', async () => {
  const office = await openOffice()
  const { slack, agent, env, ana, channel } = office
  for (const id of ['job_8f2', 'job_c90']) agent.addJob({ id })
  const file = join(await mkdtemp(join(tmpdir(), 'key-')), 'agent-key')
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

  await writeFile(file, '')
  process.kill(bot.pid ?? 0, 'SIGHUP')
  await eventually(() => bot.output().includes('the keys stay as they were'), 'the empty file was noticed')
  await giveCommand(office, 'job_c90 test them')
  await agent.waitFor(() => agent.sends().length === 2, 'the second POST')
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'test them'])
})
