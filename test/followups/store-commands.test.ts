import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { createCommandStore, type GivenCommand } from '../../src/followups/sending/store-commands.ts'
import { NO_METRICS } from '../../src/metrics.ts'
import { startQueue } from '../queue/start-queue.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import { countStatements } from '../support/count-statements.ts'
import { heldBack } from '../support/held-back.ts'
import { onlyDeps } from '../support/only-deps.ts'
import { openDatabase } from '../support/open-database.ts'
import { TestClock } from '../support/test-clock.ts'
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
  const { url, database, queue } = await startQueue(new TestClock(NOW), {})
  const { enqueue } = queue
  /** As another process, if given another way to its database. */
  function storeThrough(through: Database) {
    const storeAll = createCommandStore(onlyDeps({ database: through, enqueue, now: () => NOW, metrics: NO_METRICS }))
    return async (commands: GivenCommand[]) => (await storeAll(commands)).map(answer => answer?.kind ?? 'taken')
  }
  const store = storeThrough(database)
  const tasks = async () =>
    (await database.query('select name, data from followup.task order by name desc, length(id), id')).map(
      ({ name, data }) => ({ task: name, ...Object(data) })
    )
  const prompts = async () =>
    (await database.query('select prompt from followup.followup order by length(id), id')).map(row => row.prompt)
  return { url, database, tasks, store, storeThrough, prompts }
}

it('stores commands that arrive together in order, each with the step that finds its place', async () => {
  const { database, tasks, store, prompts } = await open()
  const given = ['é "quoted" \\ <b>', 'two', 'three'].map((prompt, at) => command(prompt, { jobId: `job_${at + 1}` }))
  expect(await store(given)).toEqual(['taken', 'taken', 'taken'])
  expect(await prompts()).toEqual(given.map(({ prompt }) => prompt))
  const stored = await database.query('select id from followup.followup order by length(id), id')
  expect(await tasks()).toEqual([
    ...stored.map(({ id }) => ({ task: 'tell', followupId: id, news: 'slow' })),
    ...stored.map(({ id }) => ({ task: 'open-thread', followupId: id }))
  ])
})

it('needs one statement for a hundred commands, and no transaction around it', async () => {
  const { url, storeThrough } = await open()
  const store = storeThrough(openDatabase(url))
  await store([command('alone')])
  const { read } = countStatements()
  await store(Array.from({ length: 100 }, (_, at) => command(`do ${at}`)))
  expect(read()).toMatchObject({ statements: [expect.stringMatching(/^with/)], commits: 1 })
})

it('takes the same words once when they arrive together, and tells the others', async () => {
  const { store, prompts } = await open()
  const given = [command('go on'), command('go on'), command('go on', { requesterId: 'U0BEN' }), command('go on')]
  expect(await store(given)).toEqual(['taken', 'twin', 'taken', 'twin'])
  expect(await store([command('go on'), command('stop')])).toEqual(['twin', 'taken'])
  expect(await prompts()).toEqual(['go on', 'go on', 'stop'])
})

it('answers a redelivered command as it did the first time, even in the same batch', async () => {
  const { store, prompts } = await open()
  const twice = command('go on')
  expect(await store([twice, { ...twice }])).toEqual(['taken', 'taken'])
  expect(await store([twice])).toEqual(['taken'])
  expect(await prompts()).toEqual(['go on'])
})

type Twins = [what: string, first: GivenCommand[], second: GivenCommand[], kinds: string[][], stored: string[]]
const FORM = { formId: 'V1' }

const TWINS: Twins[] = [
  [
    'words',
    [command('one'), command('go on')],
    [command('go on'), command('two')],
    [
      ['taken', 'taken'],
      ['twin', 'taken']
    ],
    ['go on', 'one', 'two']
  ],
  [
    'form',
    [command('one', FORM)],
    [command('one', FORM), command('two', FORM)],
    [['taken'], ['taken', 'taken already']],
    ['one']
  ]
]

it.each(TWINS)(
  'waits for another process storing the same %s, and takes them once',
  async (_, given, later, kinds, stored) => {
    const { database, store, storeThrough, prompts } = await open()
    const { held, stored: isStored, letGo } = heldBack(database)
    const first = storeThrough(held)(given)
    await isStored
    const second = store(later)
    await Promise.race([second, awaitWaiting(database, 1)])
    letGo()
    expect([await first, await second]).toEqual(kinds)
    expect((await prompts()).toSorted()).toEqual(stored)
  }
)

it('refuses a late command, also when Slack redelivers it, and takes it when retyped', async () => {
  const { tasks, store, prompts } = await open()
  const late = command('one', { isInTime: () => false })
  const again = { ...late, isInTime: () => true }
  expect(await store([late, again])).toEqual(['too late', 'too late'])
  const taken = command('two')
  expect(await store([again, taken, taken])).toEqual(['too late', 'taken', 'taken'])
  expect(await store([taken, again])).toEqual(['taken', 'too late'])
  expect(await prompts()).toEqual(['two'])
  expect(await tasks()).toHaveLength(2)
  expect(await store([command('one')])).toEqual(['taken'])
})

it('takes a form once, and tells a press apart that brings something else', async () => {
  const { store, prompts } = await open()
  const pressed = [command('one', FORM), command('two', FORM), command('one', FORM)]
  expect(await store(pressed)).toEqual(['taken', 'taken already', 'taken'])
  const others = await store([command('two', FORM), command('one', { ...FORM, channelId: 'D1' })])
  expect(others).toEqual(['taken already', 'taken already'])
  expect(await store([command('two', { formId: 'V2' }), command('one', FORM)])).toEqual(['taken', 'taken'])
  expect(await prompts()).toEqual(['one', 'two'])
})

it('takes a form of which nothing was taken: it came too late, or its words were on their way', async () => {
  const { store, prompts } = await open()
  await store([command('one')])
  expect(await store([command('one', FORM)])).toEqual(['twin'])
  const late = command('two', { ...FORM, isInTime: () => false })
  expect(await store([late, command('one', FORM)])).toEqual(['too late', 'twin'])
  expect(await store([command('two', FORM)])).toEqual(['taken'])
  expect(await store([command('two', FORM), command('three', FORM)])).toEqual(['taken', 'taken already'])
  expect(await prompts()).toEqual(['one', 'two'])
})
