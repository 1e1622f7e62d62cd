import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { BOT_PROGRAM } from '../support/bot-program.ts'
import { createFilledDataDir, giveCommand, openOffice } from '../support/office.ts'
import { databasePid, spawnBot } from '../support/spawned-bot.ts'

const run = promisify(execFile)

it('shows its keys to no other process, in arguments or in the environment', async () => {
  // Its own: other bots may be running on this machine.
  const agentKey = `standin_canary-${randomUUID()}`
  const office = await openOffice({ agent: { apiKey: agentKey } })
  const { slack, agent, env } = office
  agent.addJob({ id: 'job_8f2' })
  const dataDir = await createFilledDataDir()
  const bot = spawnBot({ ...env, DATA_DIR: dataDir })
  await bot.waitUntilReady()
  await giveCommand(office, 'job_8f2 go on')
  await agent.waitFor(() => agent.sends().length === 1, 'the POST')

  const secrets = [agentKey, slack.botToken, slack.appToken]
  const inArguments = await processes('axww')
  expect(inArguments.find(({ pid }) => pid === bot.pid)?.line).toContain(BOT_PROGRAM)
  expect(inArguments.filter(({ line }) => secrets.some(secret => line.includes(secret)))).toEqual([])

  const inEnvironment = await processes('axeww')
  const database = await databasePid(dataDir)
  expect(inEnvironment.find(({ pid }) => pid === database)?.line).toContain('postgres -D')
  const seen = inEnvironment.filter(({ line }) => line.includes(agentKey))
  expect(seen.map(({ pid }) => pid)).toEqual([bot.pid])
  expect(bot.output()).not.toContain(agentKey)
})

/** What anyone on the machine (`axww`) and this user (`axeww`) can see of the processes. */
async function processes(flags: string): Promise<{ pid: number; line: string }[]> {
  const { stdout } = await run('ps', [flags, '-o', 'pid,command'], { maxBuffer: 32_000_000 })
  return stdout
    .split('\n')
    .slice(1)
    .map(line => ({ pid: Number.parseInt(line, 10), line }))
}
