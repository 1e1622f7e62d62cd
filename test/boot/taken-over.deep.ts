import { expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { createFilledDataDir, giveCommand, type Office } from '../support/office.ts'
import { databasePid, isAlive, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { openWithBot } from './open-with-bot.ts'

const JOB = 'job_8f2'
const LINK = 'https://github.com/acme/docs/pull/12'
const SECONDS = 1_000

/** Kills the bot during a look at the job. From then on the job is finished, and nobody has said so. */
async function killDuringLook(office: Office, bot: SpawnedBot): Promise<void> {
  const { agent } = office
  agent.addJob({ id: JOB })
  await giveCommand(office, `${JOB} go on`)
  await agent.waitFor(() => agent.sends().length === 1, 'the POST')
  agent.fail('read', { kind: 'hang' })
  await agent.waitFor(() => agent.requests({ asked: 'read' }).some(({ fault }) => fault === 'hang'), 'a look')
  bot.kill('SIGKILL')
  await bot.exited
  agent.finish(JOB, { prLink: LINK })
}

const results = ({ slack, channel }: Office) =>
  slack.messages(channel).filter(({ subtype, text }) => subtype === 'thread_broadcast' && text.includes(LINK))

async function expectOneResult(office: Office): Promise<void> {
  const { slack, agent, channel } = office
  await slack.waitFor(() => results(office).length > 0, 'the result')
  await slack.waitFor(
    () => slack.messages(channel).some(({ text }) => text.startsWith(`✅ *${JOB}* · ready for review`)),
    'the card to show the end'
  )
  expect(results(office)).toHaveLength(1)
  expect(agent.sends()).toHaveLength(1)
  expect(slack.messages(channel)).toHaveLength(2)
}

it('carries on within seconds of kill -9, on the embedded server left running', async () => {
  const dataDir = await createFilledDataDir()
  const office = await openWithBot({ dataDir })
  const pid = (await databasePid(dataDir)) ?? 0
  await killDuringLook(office, office.bot)
  expect(await isAlive(pid)).toBe(true)

  const second = spawnBot(office.env)
  await expectOneResult(office)
  expect(await databasePid(dataDir)).toBe(pid)
  second.kill('SIGTERM')
  expect(await second.exited).toMatchObject({ code: 0 })
  expect(await isAlive(pid)).toBe(false)
})

it('leaves alone what another process on the same embedded server is working on', async () => {
  const office = await openWithBot({ dataDir: await createFilledDataDir() })
  const { slack, agent, env } = office
  agent.addJob({ id: JOB })
  agent.fail('send', { kind: 'slow headers' })
  await giveCommand(office, `${JOB} go on`)
  await agent.waitFor(() => agent.snapshot().held === 1, 'the POST to be under way')

  const second = spawnBot({ ...env, PORT: String(await freePort()) })
  await second.waitUntilReady()
  await slack.waitFor(() => slack.sockets() === 4, 'both processes to be connected')
  agent.releaseSlow()
  agent.finish(JOB, { prLink: LINK })
  await expectOneResult(office)
})

it('takes over the work of a killed process on a shared server within 30 s', async () => {
  const office = await openWithBot({ transport: 'http' })
  const second = spawnBot({ ...office.env, PORT: String(await freePort()) })
  await second.waitUntilReady()
  // Halted, so that everything up to the kill is done by the first one.
  second.kill('SIGSTOP')
  await killDuringLook(office, office.bot)
  second.kill('SIGCONT')

  const killedAt = performance.now()
  await expectOneResult(office)
  expect(performance.now() - killedAt).toBeLessThan(30 * SECONDS)
})

it('survives the death of its embedded database', async () => {
  const dataDir = await createFilledDataDir()
  const office = await openWithBot({ dataDir })
  const { slack, agent, channel, bot } = office
  agent.addJob({ id: JOB })
  await giveCommand(office, `${JOB} go on`)
  await slack.waitFor(() => slack.messages(channel)[0]?.text.includes('· working'), 'the card to show the send')
  const pid = await databasePid(dataDir)
  if (pid === undefined) throw new Error('There is no embedded database')
  process.kill(pid, 'SIGKILL')
  agent.finish(JOB, { prLink: LINK })
  await expectOneResult(office)
  expect(await databasePid(dataDir)).not.toBe(pid)
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
})
