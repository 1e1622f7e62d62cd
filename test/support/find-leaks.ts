import { z } from 'zod'
import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import type { Database } from '../../src/database/database.ts'
import { progressSchema } from '../../src/followups/model/progress.ts'
import { standingOf } from '../../src/followups/model/standing.ts'

export type LogLine = { level: string; words: string } & Record<string, unknown>

export type Allowed = {
  /** How the expected error lines start. */
  errors?: string[]
  /** What Slack is expected to refuse, as "method code". */
  refusals?: string[]
}

type Told = { slack: StandInSlack; agent: StandInAgent; database: Database; log: LogLine[]; secrets: string[] }

/** What no journey may leave behind, whatever it is about. */
export async function findLeaks(told: Told, { errors = [], refusals = [] }: Allowed): Promise<string[]> {
  const { slack, agent, log } = told
  const logged = log
    .filter(line => line.level === 'error')
    .map(({ words }) => errors.find(expected => words.startsWith(expected)) ?? words)
  const refused = slack
    .calls()
    // These two mean that it already is as it should be.
    .filter(({ answer }) => answer.error !== 'already_reacted' && answer.error !== 'no_reaction')
    .filter(call => call.answer.ok !== true && call.fault === undefined)
    .map(call => `${call.method} ${call.answer.error}`)
  return [
    ...difference('an error was logged', logged, errors, log),
    ...difference('Slack refused', refused, refusals),
    ...slack
      .faults()
      .filter(({ left }) => left !== 'until cleared')
      .map(({ target, fault }) => `a fault of Slack was never met: ${target} ${JSON.stringify(fault)}`),
    ...agent
      .faults()
      .filter(fault => fault.left !== 'until cleared')
      .map(fault => `a fault of the agent service was never met: ${fault.target} ${fault.label}`),
    // Another test may still call a closed port of its own that is now the trap's.
    ...agent
      .redirected()
      .filter(({ path }) => path === '/elsewhere')
      .map(hit => `a redirect was followed: ${JSON.stringify(hit)}`),
    ...slack
      .deliveries()
      .filter(delivery => delivery.state === 'given up' || delivery.state === 'waiting')
      .map(delivery => `a delivery was not acknowledged: ${delivery.kind} ${JSON.stringify(delivery.attempts)}`),
    ...(await findSecrets(told)),
    ...(await findWrongStandings(told.database))
  ]
}

const standings = z.array(z.object({ id: z.string(), standing: z.string(), progress: progressSchema }))

/** What SQL goes by is what the rules say of the same row. */
export async function findWrongStandings(database: Database): Promise<string[]> {
  const rows = standings.parse(await database.query('select id, standing, progress from followup.followup'))
  return rows
    .filter(({ standing, progress }) => standing !== standingOf({ progress }))
    .map(({ id, standing, progress }) => `${id} is stored as ${standing}, and is ${standingOf({ progress })}`)
}

function difference(what: string, found: string[], expected: string[], details?: unknown): string[] {
  const surprising = [...new Set(found)].filter(words => !expected.includes(words))
  const missing = expected.filter(words => !found.includes(words))
  return [
    ...surprising.map(words => `${what} unexpectedly: ${words}${details ? ` in ${JSON.stringify(details)}` : ''}`),
    ...missing.map(words => `${what}, or so it should have been: ${words}`)
  ]
}

/** No secret in anything that people, operators or the database see, and no prompt in the log. */
async function findSecrets({ slack, agent, database, log, secrets }: Told): Promise<string[]> {
  const places = {
    'the log': JSON.stringify(log),
    'a message': JSON.stringify(slack.channels().map(channel => slack.messages(channel.id))),
    'a private message': JSON.stringify(slack.ephemerals()),
    'a call to Slack': JSON.stringify(slack.calls().map(call => call.params)),
    'a body sent to the agent service': JSON.stringify(agent.requests().map(({ body, path }) => ({ body, path }))),
    'the database': (await dumpTables(database)).join('\n')
  }
  const seen = Object.entries(places).flatMap(([place, text]) =>
    secrets.filter(secret => text.includes(secret)).map(secret => `${place} holds the secret ${secret}`)
  )
  const prompts = (await database.query('select prompt from followup.followup')).map(row => String(row.prompt))
  // A word or two can appear in a log line by chance.
  const telling = prompts.filter(prompt => prompt.trim().length >= 8)
  const quoted = telling.filter(prompt => places['the log'].includes(JSON.stringify(prompt).slice(1, -1)))
  return [...seen, ...quoted.map(prompt => `the log holds a prompt: ${prompt.slice(0, 80)}`)]
}

/** Every row of every table, ours and the queue's, as text. */
export async function dumpTables(database: Database): Promise<string[]> {
  // Empty ones are left out: planning to read each table takes longer than reading it.
  const tables = await database.query(
    `select oid::regclass as name from pg_class
     where relnamespace = 'followup'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`
  )
  const union = tables.map(table => `select t::text as line from ${table.name} t`).join(' union all ')
  return (await database.query(union)).map(row => String(row.line))
}
