import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const LOCKED = numbers(6).map(number => `locked${number}`)
const OTHERS = numbers(9).map(number => `other${number}`)
const WORDS = ['begin', 'then this', 'and that']

it('sends to other jobs at once while the rows of six are locked, and to those in order and once when they are free', async () => {
  const office = await openOffice()
  const { slack, agent, ana } = office
  const { url } = await createTestDatabase()
  const bot = spawnBot({ ...office.env, DATABASE_URL: url })
  await bot.waitUntilReady()

  const prompts = (job: string) => agent.sends(job).map(({ prompt }) => prompt)

  /** In its own channel, so that Slack's pace plays no part. Returns how long the send took. */
  async function command(job: string): Promise<number> {
    const channel = slack.addChannel({ id: `C0${job.toUpperCase()}`, name: job, members: [ana] }).id
    agent.addJob({ id: job, life: { ends: 'never' } })
    const startedAt = performance.now()
    expect(await slack.command({ user: ana, channel, text: `${job} ${WORDS[0]}` })).toMatchObject({
      acknowledged: true
    })
    await eventually(() => agent.sends(job).length === 1, `the send to ${job}`)
    return performance.now() - startedAt
  }

  for (const job of LOCKED) await command(job)
  const holder = new pg.Client({ connectionString: url })
  holder.on('error', () => {})
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query("begin; select from followup.job where job_id like 'locked%' for update")
  for (const text of WORDS.slice(1))
    await Promise.all(
      LOCKED.map(async job => {
        const channel = `C0${job.toUpperCase()}`
        await slack.say({ user: ana, channel, text, threadTs: slack.messages(channel)[0]?.ts ?? '' })
      })
    )
  const waitsMs: number[] = []
  for (const job of OTHERS) waitsMs.push(await command(job))
  expect(LOCKED.map(prompts)).toEqual(LOCKED.map(() => WORDS.slice(0, 1)))
  await holder.query('rollback')
  await eventually(() => LOCKED.every(job => agent.sends(job).length >= WORDS.length), 'the sends to the locked jobs')
  expect(LOCKED.map(prompts)).toEqual(LOCKED.map(() => WORDS))
  // The first of them waited for 40 s and more.
  expect(Math.max(...waitsMs)).toBeLessThan(3_000)
  expect(waitsMs.toSorted((one, other) => one - other)[OTHERS.length >> 1]).toBeLessThan(1_000)
})
