import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Sql } from '../../src/database/database.ts'
import { countStatements } from '../support/count-statements.ts'
import { createFormUser } from '../support/form.ts'
import { type Journey, startJourney } from '../support/journey.ts'

// However much has happened before, the running bot reads only what it asks for.

const PAST_JOBS = 20_000
const FOLLOWUPS_EACH = 2
const BATCH = 5_000

/** In the planner's units: about what it takes to fetch a thousand rows one by one. Reading a whole table here costs twice as much. */
const MOST_COST = 2_500

const plan = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Total Cost': z.number() }) })]) })

it('asks for nothing that takes longer the more has happened', async () => {
  const { read } = countStatements()
  const journey = await startJourney()
  const { database } = journey
  await converse(journey)
  const statements = [...new Set(read().statements)].filter(text =>
    /^\s*(with|select|insert|update|delete)/i.test(text)
  )
  expect(statements.length).toBeGreaterThan(60)
  await fill(database)
  const slow: string[] = []
  for (const text of statements) {
    const [row] = await database.query(`explain (generic_plan, format json) ${text}`)
    const cost = plan.parse(row)['QUERY PLAN'][0].Plan['Total Cost']
    if (cost > MOST_COST) slow.push(`${Math.round(cost)}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
  }
  expect(slow).toEqual([])
})

/** A bit of everything that the bot does. */
async function converse(journey: Journey): Promise<void> {
  const { slack, agent, channel, ana, ben, command, reply, press, advance, sleep, upkeep, runDue, cardTs } = journey
  agent.addJob({ id: 'job_8f2' })
  agent.addJob({ id: 'job_other', life: { worksMs: 1_000, ends: 'completed' } })
  await slack.openHome({ user: ana })
  await slack.command({ user: ana, channel, text: 'settings' })
  await slack.waitFor(() => slack.views(ana).length > 0, 'the settings', 5_000)
  await slack.submitView({ user: ana, values: { replies: 'smart', 'quiet-from': '15:00', 'quiet-until': '16:00' } })
  await command('job_8f2 add examples')
  await runDue()
  await press('tell-me', { by: ben })
  await command('watch job_8f2')
  const { ts } = await reply('shorten the intro')
  await reply('and the outro', { files: 1 })
  await reply('when idle: and the summary')
  await reply('in 1 min: and the links')
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'shorten the introduction' })
  await advance(30_000)
  await command('status job_8f2')
  await command('list')
  await command('log job_8f2')
  await command('budget')
  await command('the intro is too long')
  await reply('status')
  await reply('mute')
  await reply('thanks!')
  await press('check-now', { by: ana })
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_other say hello` })
  await slack.command({ user: ana, channel, text: '' })
  const form = createFormUser(journey)
  await form.opened()
  await form.send({ job: 'job_8f2', instruction: 'and the title', hears: 'thread' })
  const late = await reply('one more')
  await slack.remove({ channel, messageTs: late.ts })
  await advance(60_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await sleep(20_000)
  await upkeep()
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(10_000)
}

/** As if the same had happened many thousand times. */
async function fill(database: Sql): Promise<void> {
  const copies = [
    ['job', `jsonb_build_object('job_id', 'past_' || n)`, 1],
    ['thread', `jsonb_build_object('job_id', 'past_' || n, 'thread_ts', n || '.1')`, 1],
    ['shown_message', `jsonb_build_object('ts', n || '.1')`, 1],
    ['delivery', `jsonb_build_object('key', 'past:' || n)`, 4],
    [
      'post',
      `jsonb_build_object('id', 'past_' || n || ':card', 'followup_id', 'past_' || n, 'thread_ts', n / 2 || '.1')`,
      4
    ]
  ] as const
  for (const [table, changes, each] of copies)
    for (const { first, last } of inBatches(PAST_JOBS * each))
      await database.query(
        `insert into followup.${table} select (jsonb_populate_record(one.found, ${changes})).*
         from (select found from followup.${table} as found limit 1) as one, generate_series(${first}, ${last}) as n`
      )
  for (const { first, last } of inBatches(PAST_JOBS * FOLLOWUPS_EACH))
    await database.query(
      `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, file_count,
         written_at_ms, progress)
       select 'past_' || n, project_id, 'past_' || n / ${FOLLOWUPS_EACH}, team_id, channel_id, n / ${FOLLOWUPS_EACH} || '.1', requester_id, prompt, 0,
         written_at_ms - n * 1000, progress
       from (select * from followup.followup where state = 'finished' limit 1) as one, generate_series(${first}, ${last}) as n`
    )
  await database.query('analyze')
}

/** Small enough for a busy machine. */
const inBatches = (count: number) =>
  Array.from({ length: count / BATCH }, (_, at) => ({ first: at * BATCH + 1, last: (at + 1) * BATCH }))
