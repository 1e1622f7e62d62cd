import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { createStandInAgent, type StandInAgentOptions } from '../../sandbox/agent/stand-in-agent.ts'
import { settingsFor } from '../../sandbox/seed-workspace.ts'
import { createStandInSlack, type StandInSlackOptions } from '../../sandbox/slack/stand-in-slack.ts'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { copyDataDir } from './copy-data-dir.ts'
import { eventually } from './eventually.ts'
import { fastestFolder } from './fastest-folder.ts'
import { freePort } from './free-port.ts'
import { endDatabase } from './spawned-bot.ts'
import type { Finished } from './test-database.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>

export const AGENT_KEY = 'standin_canary-5f0c2b'

export type OfficeOptions = { slack?: StandInSlackOptions; agent?: StandInAgentOptions; finished?: Finished }

/** Both stand-ins, in real time unless told, with a channel, two people, and the settings of a bot that works here. */
export async function openOffice(options: OfficeOptions = {}) {
  const { finished = onTestFinished } = options
  const slack = await createStandInSlack(options.slack)
  finished(() => slack.stop())
  const agent = await createStandInAgent({ apiKey: AGENT_KEY, ...options.agent })
  finished(() => agent.stop())
  const ana = slack.addPerson({ id: 'U0ANA', name: 'Ana' }).id
  const ben = slack.addPerson({ id: 'U0BEN', name: 'Ben' }).id
  const channel = slack.addChannel({ id: 'C0DOCS', name: 'docs', members: [ana, ben] }).id
  const env = { ...settingsFor(slack, agent), PORT: String(await freePort()) }
  return { slack, agent, channel, ana, ben, env }
}

const NOT_STORED = /^Not sent: I can’t take follow-ups|^I’m not sure yet/

/** A command from Ana that the bot must accept. On a slow machine it may not be stored in time: then she tries again. */
export async function giveCommand({ slack, channel, ana }: Office, text: string): Promise<void> {
  const told = () => slack.ephemerals(channel, ana).length
  const shown = () => slack.messages(channel).length
  const shownBefore = shown()
  const isShown = () => shown() > shownBefore
  const give = async () => {
    const toldBefore = told()
    const { acknowledged, reply } = await slack.command({ user: ana, channel, text })
    if (acknowledged && reply) expect(reply.text).toMatch(NOT_STORED)
    // Held up, it says so a little later.
    else if (acknowledged) await slack.waitFor(() => told() > toldBefore || isShown(), 'the card')
    return isShown()
  }
  await eventually(give, 'the command to be accepted')
}

/** A folder for an embedded database. When the test ends, any server still running in it is stopped. */
export async function createDataDir(finished: Finished = onTestFinished, within = tmpdir()): Promise<string> {
  const making = mkdtemp(join(within, 'agent-followup-boot-'))
  finished(async () => {
    const dataDir = await making
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  return making
}

/** The same, with a database that was never started. */
export async function createFilledDataDir(): Promise<string> {
  const dataDir = await createDataDir(onTestFinished, await fastestFolder())
  await copyDataDir(inject('newDataDir'), dataDir)
  return dataDir
}

/** An embedded database in a folder of its own. Interrupted while it starts, it is stopped once it has started. */
export async function openServer(finished: Finished, settings: Record<string, string> = {}) {
  const dataDir = await createDataDir(finished)
  // Before the start: while everything is being closed, this throws, and nothing is started that nobody would stop.
  finished(async () => (await starting.catch(() => undefined))?.stop())
  const starting = startEmbeddedServer(dataDir, settings)
  return { dataDir, url: (await starting).url }
}
