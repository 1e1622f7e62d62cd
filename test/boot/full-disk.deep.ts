import { rm, writeFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Office } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { mayOpenSmallDisk, openSmallDisk } from '../support/small-disk.ts'
import { endDatabase } from '../support/spawned-bot.ts'
import { openWithBot } from './open-with-bot.ts'

const DISK_MB = 80
// About twenty jobs post two messages each, and Slack takes one a second in a channel.
const ALL_WITHIN_MS = 100_000
const mayMount = await mayOpenSmallDisk()
if (!mayMount) process.stderr.write('This machine lets nobody mount a small disk: the test of a full one is skipped.\n')

async function createDataDir(): Promise<string> {
  const { folder, close } = await openSmallDisk(DISK_MB)
  onTestFinished(async () => {
    await endDatabase(folder)
    await close()
  })
  return folder
}

/** Takes all the remaining space; returns what gives it back. */
async function fill(dataDir: string): Promise<() => Promise<void>> {
  const filler = `${dataDir}/filler`
  await expect(writeFile(filler, Buffer.alloc(DISK_MB * 1_000_000))).rejects.toThrow('ENOSPC')
  return () => rm(filler)
}

/** The next write needs a new WAL file after this, and the database crashes. If the current one was full, it does so at once. */
async function useUpTheLog(dataDir: string): Promise<void> {
  const url = `postgres://postgres@${encodeURIComponent(`${dataDir}/postgres`)}/postgres`
  await runSql(url, 'select pg_switch_wal()').catch(() => {})
}

async function command({ slack, channel, ana }: Office, job: string, prompt = 'go on'): Promise<string> {
  const { reply } = await slack.command({ user: ana, channel, text: `${job} ${prompt}` })
  return reply?.text ?? 'nothing'
}

/** Long, so that the tables have to grow. */
async function commandUntilRefused(office: Office, jobs: string[]): Promise<{ accepted: string[]; answer: string }> {
  for (const [place, job] of jobs.entries()) {
    const answer = await command(office, job, 'on '.repeat(900))
    if (!ACCEPTED.test(answer)) return { accepted: jobs.slice(0, place), answer }
  }
  throw new Error('All of it was accepted')
}

const linkOf = (job: string) => `https://github.com/acme/docs/pull/${job}`

const results = ({ slack, channel }: Office, job: string) =>
  slack.messages(channel).filter(({ subtype, text }) => subtype === 'thread_broadcast' && text.includes(linkOf(job)))

const ACCEPTED = /^nothing$/
const REFUSED = /^Not sent: I can’t take follow-ups right now/

it.runIf(mayMount)(
  'says so while its disk is full, loses nothing, and recovers on its own once there is room',
  { timeout: 240_000 },
  async () => {
    const dataDir = await createDataDir()
    const office = await openWithBot({ dataDir })
    const { slack, agent, channel, bot } = office
    const many = Array.from({ length: 50 }, (_, number) => `job_many${number + 10}`)
    for (const id of ['job_before', ...many, 'job_after']) agent.addJob({ id })
    expect(await command(office, 'job_before')).toMatch(ACCEPTED)
    await slack.waitFor(() => slack.messages(channel)[0]?.text.includes('· working'), 'the card to show the send')

    const makeRoom = await fill(dataDir)
    const { accepted, answer } = await commandUntilRefused(office, many)
    expect(answer).toMatch(REFUSED)
    await useUpTheLog(dataDir)
    await eventually(() => bot.output().includes('The embedded database does not answer'), 'the server to fail', {
      describe: bot.output
    })
    expect(await command(office, 'job_after')).toMatch(REFUSED)
    expect(await bot.probe('/healthz')).toBe(200)
    agent.finish('job_before', { prLink: linkOf('job_before') })

    await makeRoom()
    await eventually(async () => ACCEPTED.test(await command(office, 'job_after')), 'a command to be accepted')
    const jobs = ['job_before', ...accepted, 'job_after']
    await agent.waitFor(() => agent.sends().length === jobs.length, 'all that was accepted to be sent')
    for (const job of jobs.slice(1)) agent.finish(job, { prLink: linkOf(job) })
    for (const job of jobs)
      await slack.waitFor(() => results(office, job).length > 0, `the result of ${job}`, ALL_WITHIN_MS)

    bot.kill('SIGTERM')
    expect(await bot.exited).toMatchObject({ code: 0 })
    expect(jobs.map(job => results(office, job).length)).toEqual(jobs.map(() => 1))
    expect(jobs.map(job => agent.sends(job).length)).toEqual(jobs.map(() => 1))
    expect(agent.sends()).toHaveLength(jobs.length)
  }
)
