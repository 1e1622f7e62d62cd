import { expect, inject, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { StorageUnclear, TransientError } from '../../src/errors.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { eventually } from '../support/eventually.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'
import { runSql } from '../support/run-sql.ts'

const REFUSED = 'The agent service refuses requests from this bot'
const UNSTORED = 'An unhandled error occurred while Bolt processed'

/** A journey whose database can refuse everybody for a while. */
async function startWithSwitch(errors: string[]) {
  const journey = await startWithJob({ errors })
  const { url } = inject('databaseServer')
  const [row] = await journey.database.query('select current_database() as name')
  const admit = (yes: boolean) => runSql(url, `alter database ${row?.name} with allow_connections ${yes}`)
  return {
    ...journey,
    async goDown() {
      await admit(false)
      await runSql(url, 'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [row?.name])
    },
    /** Whether new connections are let in; open ones stay. */
    admit
  }
}

it('accepts a command while the database has no spare connection, and carries it out later', async () => {
  const { command, runDue, slack, channel, admit, posts } = await startWithSwitch([])
  await admit(false)
  expect(await command('job_8f2 add examples')).toBe('')
  await admit(true)
  await runDue()
  expect([slack.messages(channel).length, posts()]).toEqual([1, 1])
})

it('lets Slack redeliver a reply that could not be stored, and sends it once', async () => {
  const { slack, type, reply, advance, goDown, admit, posts, later } = await startWithSwitch([UNSTORED])
  await type('job_8f2 add examples')
  await goDown()
  await reply('shorten it')
  await admit(true)
  await slack.deliveriesDone()
  await advance(3_000)
  expect([later(), posts()]).toEqual([['shorten it'], 2])
})

it('says that a press may not have been carried out, and carries out the next one', async () => {
  const { type, pressAndHear, goDown, admit } = await startWithSwitch(['A button press could not be handled'])
  await type('job_8f2 add examples')
  await goDown()
  expect(await pressAndHear('tell-me')).toMatch(/^I’m not sure that worked/)
  await admit(true)
  expect(await pressAndHear('tell-me')).toContain('I’ll write to you directly when *job_8f2* ends.')
})

it('asks for a moment when storing takes longer than Slack waits, then shows the card', async () => {
  const gate = Promise.withResolvers<void>()
  const wrap = around('database', 'transaction', transact => work => gate.promise.then(() => transact(work)))
  const { database, command, runDue, slack, told, posts } = await startWithJob({ wrap })
  expect(await command('job_8f2 add examples')).toMatch(
    /^I’m not sure yet that I got your follow-up\. If I write nothing/
  )
  gate.resolve()
  await slack.deliveriesDone()
  const isStored = async () => (await database.query('select from followup.followup')).length > 0
  await eventually(isStored, 'the command to be stored')
  await runDue()
  expect([posts(), told().length]).toEqual([1, 1])
})

it('does not claim that nothing was stored, or that a press failed, when the database did not confirm it', async () => {
  let isSilent = true
  const wrap = around('database', 'transaction', transact => async work => {
    const result = await transact(work)
    if (isSilent) throw new StorageUnclear('The database did not confirm it')
    return result
  })
  const errors = [
    'A follow-up could not be stored',
    'A question could not be answered',
    'A button press could not be handled'
  ]
  const { command, runDue, pressAndHear, posts } = await startWithJob({ errors, wrap })
  expect(await command('job_8f2 add examples')).toMatch(
    /^I’m not sure yet .* check `\/agent-followup status job_8f2` before/
  )
  expect(await command('watch job_8f2')).toMatch(/^I’m not sure that worked/)
  isSilent = false
  await runDue()
  expect(posts()).toBe(1)
  isSilent = true
  expect(await pressAndHear('tell-me')).toBe('I’m not sure that worked. If nothing changes within a minute, try again.')
  isSilent = false
  expect(await pressAndHear('tell-me')).toContain('I’ll write to you directly when *job_8f2* ends.')
})

/** The database fails a few times, starting when the agent service has answered a send. */
function failAfterSend(times: number): (deps: FollowupDeps) => FollowupDeps {
  let left = 0
  const begin = around('agent', 'sendMessage', send => async (...asked) => {
    const sent = await send(...asked)
    left = times
    return sent
  })
  const fail = around('database', 'transaction', transact => async work => {
    if (left-- > 0) throw new TransientError('The database did not do it')
    return transact(work)
  })
  return deps => fail(begin(deps))
}

it.each<[string, Fault | undefined, RegExp, string[]]>([
  ['that it was taken', undefined, /· working/, []],
  ['that the key was refused', { status: 401 }, /· not delivered/, [REFUSED]],
  ['that it has to wait', { status: 429, retryAfter: '60' }, /· held/, []]
])('keeps the service’s answer until it can be stored: %s', async (_, fault, state, errors) => {
  const { agent, command, runDue, card, posts } = await startWithJob({ errors, wrap: failAfterSend(2) })
  if (fault) agent.fail('send', fault)
  await command('job_8f2 add examples')
  await runDue()
  expect(card()).toMatch(state)
  expect(posts()).toBe(1)
})

it('sends nothing of which it has said that it is not sent, though that was not stored', async () => {
  let isAway = false
  const wrap = around('database', 'query', query => async (text, values) => {
    if (isAway && text.includes('set is_open = false')) throw new TransientError('The database did not do it')
    return query(text, values)
  })
  const { tell, told, ben, advance, later } = await startWatching({ wrap })
  await tell('only mentions')
  isAway = true
  await tell('shorten it')
  isAway = false
  expect(told(ben).at(-1)).toMatch(/^Not sent: .* Reply `every reply` to change that/)
  await tell('every reply')
  await tell('shorten it')
  await advance(90_000)
  expect([later(), told(ben).at(-1)]).toEqual([
    ['shorten it'],
    expect.stringMatching(/^Not sent: it couldn’t go out when I first read it\./)
  ])
})
