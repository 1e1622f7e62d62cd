import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openWithBot } from './open-with-bot.ts'

async function start() {
  const opened = await openWithBot()
  const { slack, agent, ana } = opened

  /** In its own channel, so that Slack's pace plays no part. Returns how long the send took. */
  async function command(job: string, words = 'go on'): Promise<number> {
    const channel = slack.addChannel({ id: `C0${job.toUpperCase()}`, name: job, members: [ana] }).id
    agent.addJob({ id: job, life: { ends: 'never' } })
    const startedAt = performance.now()
    expect(await slack.command({ user: ana, channel, text: `${job} ${words}` })).toMatchObject({ acknowledged: true })
    await eventually(() => agent.sends(job).length === 1, `the send to ${job}`)
    return performance.now() - startedAt
  }
  return { ...opened, command }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const LOCKED = numbers(6).map(number => `locked${number}`)
const OTHERS = numbers(9).map(number => `other${number}`)
const WORDS = ['begin', 'then this', 'and that']

it('sends to other jobs at once while the rows of six are locked, and to those in order and once when they are free', async () => {
  const { slack, agent, ana, url, command } = await start()
  const prompts = (job: string) => agent.sends(job).map(({ prompt }) => prompt)
  for (const job of LOCKED) await command(job, WORDS[0])
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
  expect(median(waitsMs)).toBeLessThan(1_000)
})

const HANGING = 8
const FREE = 11

it('sends to other jobs at once while eight jobs hang', async () => {
  const { agent, command } = await start()
  for (let number = 0; number < HANGING; number++) {
    await command(`hangs${number}`)
    agent.fail('read', { kind: 'slow headers', jobId: `hangs${number}`, times: 'until cleared' })
  }
  await agent.waitFor(() => agent.snapshot().held === HANGING, 'all of them to hang', 30_000)
  const waitsMs: number[] = []
  for (let number = 0; number < FREE; number++) waitsMs.push(await command(`other${number}`))
  // In batches, they waited for the slowest: 12 s and more.
  expect(median(waitsMs)).toBeLessThan(3_000)
})
