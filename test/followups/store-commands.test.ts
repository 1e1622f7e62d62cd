import { expect, it } from 'vitest'
import type { Database, Sql } from '../../src/database/database.ts'
import type { Enqueue } from '../../src/followups/followup-tasks.ts'
import { type GivenCommand, storeCommands } from '../../src/followups/store-commands.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { NOW } from './a-followup.ts'

let calls = 0

function command(prompt: string, other: Partial<GivenCommand> = {}): GivenCommand {
  return {
    teamId: 'T1',
    projectId: 'project-1',
    channelId: 'C1',
    jobId: 'job_8f2',
    requesterId: 'U0ANA',
    prompt,
    triggerId: `trigger-${++calls}`,
    responseUrl: 'https://hooks.slack.com/1',
    isInTime: () => true,
    ...other
  }
}

async function open() {
  const { database } = await createTestDatabase()
  const tasks: unknown[] = []
  const enqueue: Enqueue = async (_, task, data) => void tasks.push(...[data].flat().map(one => ({ task, ...one })))
  async function store(commands: GivenCommand[], deps: { database?: Database; enqueue?: Enqueue } = {}) {
    const answers = await storeCommands({ database, enqueue, now: () => NOW, ...deps }, commands)
    return answers.map(answer => answer?.text.slice(0, 7) ?? 'taken')
  }
  const prompts = async () =>
    (await database.query('select prompt from followup.followup order by length(id), id')).map(row => row.prompt)
  return { database, tasks, enqueue, store, prompts }
}

it('stores commands that arrive together in order, each with the step that finds its place', async () => {
  const { database, tasks, store, prompts } = await open()
  const given = ['é "quoted" \\ <b>', 'two', 'three'].map((prompt, at) => command(prompt, { jobId: `job_${at + 1}` }))
  expect(await store(given)).toEqual(['taken', 'taken', 'taken'])
  expect(await prompts()).toEqual(given.map(({ prompt }) => prompt))
  const stored = await database.query('select id from followup.followup order by length(id), id')
  expect(tasks).toEqual([
    ...stored.map(({ id }) => ({ task: 'place-followup', followupId: id })),
    ...stored.map(({ id }) => ({ task: 'answer-command', followupId: id, news: 'slow' }))
  ])
})

it('needs no more statements for a hundred commands than for one', async () => {
  const { database, store } = await open()
  async function countFor(commands: GivenCommand[]): Promise<number> {
    let statements = 0
    const counting = (sql: Sql): Sql => ({
      query(text, values) {
        statements++
        return sql.query(text, values)
      }
    })
    await store(commands, {
      database: { ...database, transaction: work => database.transaction(sql => work(counting(sql))) }
    })
    return statements
  }
  const one = await countFor([command('alone')])
  expect(await countFor(Array.from({ length: 100 }, (_, at) => command(`do ${at}`)))).toBe(one)
  expect(one).toBeLessThan(8)
})

it('takes the same words once when they arrive together, and tells the others', async () => {
  const { store, prompts } = await open()
  const given = [command('go on'), command('go on'), command('go on', { requesterId: 'U0BEN' }), command('go on')]
  expect(await store(given)).toEqual(['taken', 'Not sen', 'taken', 'Not sen'])
  expect(await store([command('go on'), command('stop')])).toEqual(['Not sen', 'taken'])
  expect(await prompts()).toEqual(['go on', 'go on', 'stop'])
})

it('answers a redelivered command as it did the first time, even in the same batch', async () => {
  const { store, prompts } = await open()
  const twice = command('go on')
  expect(await store([twice, { ...twice }])).toEqual(['taken', 'taken'])
  expect(await store([twice])).toEqual(['taken'])
  expect(await prompts()).toEqual(['go on'])
})

it('waits for another process storing the same words, and takes them once', async () => {
  const { database, enqueue, store, prompts } = await open()
  const gate = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const first = store([command('one'), command('go on')], {
    async enqueue(...task) {
      await enqueue(...task)
      stored.resolve()
      await gate.promise
    }
  })
  await stored.promise
  const second = store([command('go on'), command('two')])
  const isWaitedFor = async () => {
    const [row] = await database.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )
    return row?.waiting === 1
  }
  await Promise.race([second, eventually(isWaitedFor, 'the second one to wait')])
  gate.resolve()
  expect([await first, await second]).toEqual([
    ['taken', 'taken'],
    ['Not sen', 'taken']
  ])
  expect((await prompts()).toSorted()).toEqual(['go on', 'one', 'two'])
})

it('stores nothing of a command that Slack has given up on, and takes it when retyped', async () => {
  const { tasks, store, prompts } = await open()
  expect(await store([command('one', { isInTime: () => false }), command('two')])).toEqual(['Nothing', 'taken'])
  expect(await prompts()).toEqual(['two'])
  expect(tasks).toHaveLength(2)
  expect(await store([command('one')])).toEqual(['taken'])
  expect(await prompts()).toEqual(['two', 'one'])
})

it('refuses a late command again when Slack redelivers it, and stores nothing', async () => {
  const { tasks, store, prompts } = await open()
  const late = command('one', { isInTime: () => false })
  const again = { ...late, isInTime: () => true }
  expect(await store([late, again])).toEqual(['Nothing', 'Nothing'])
  const taken = command('two')
  expect(await store([again, taken, taken])).toEqual(['Nothing', 'taken', 'taken'])
  expect(await store([taken, again])).toEqual(['taken', 'Nothing'])
  expect(await prompts()).toEqual(['two'])
  expect(tasks).toHaveLength(2)
})
