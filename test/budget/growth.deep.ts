import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Sql } from '../../src/database/database.ts'
import { countStatements } from '../support/count-statements.ts'
import { doABitOfEverything } from './a-bit-of-everything.ts'
import { addLongPast, growingTables } from './long-past.ts'

// However much has happened before, the running bot reads only what it asks for.

/**
 * In the planner's units: about what it takes to fetch four thousand rows one by one. For what comes in a batch it assumes that
 * there are a hundred, each with all that is known about its thread.
 */
const MOST_COST = 10_000

// What people chose is read whole before anything is done.
const ONCE_A_START = 'select distinct name, value from followup.setting'

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Total Cost': z.number(),
  get Plans() {
    return z.array(nodeSchema).default([])
  }
})
type Node = z.output<typeof nodeSchema>

const planSchema = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) })

it('asks for nothing that takes longer the more has happened', { timeout: 300_000 }, async () => {
  const { read } = countStatements()
  const { database } = await doABitOfEverything()
  const { values } = read()
  const statements = [...values.keys()].filter(
    text => /^\s*(with|select|insert|update|delete)/i.test(text) && !text.startsWith(ONCE_A_START)
  )
  expect(statements.length).toBeGreaterThan(60)
  const undone = new Error('The past is taken back')
  const slow: string[] = []
  const looking = database.transaction(async sql => {
    await addLongPast(sql)
    for (const text of statements) {
      const why = await whySlow(sql, text, values.get(text) ?? [])
      if (why) slow.push(`${why}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
    }
    throw undone
  })
  await expect(looking).rejects.toBe(undone)
  expect(slow).toEqual([])
})

/** PostgreSQL takes the better of two plans: one for any values, and one for those that it is given. */
async function whySlow(sql: Sql, text: string, values: unknown[]): Promise<string | undefined> {
  const ofAny = whatIsSlow(await sql.query(`explain (generic_plan, format json) ${text}`))
  return ofAny && whatIsSlow(await sql.query(`explain (format json) ${text}`, values))
}

function whatIsSlow([row]: unknown[]): string | undefined {
  const plan = planSchema.parse(row)['QUERY PLAN'][0].Plan
  const whole = partsOf(plan).find(isReadWhole)
  if (whole) return `reads all of ${whole['Relation Name']}`
  return plan['Total Cost'] > MOST_COST ? `costs ${Math.round(plan['Total Cost'])}` : undefined
}

const partsOf = (plan: Node): Node[] => [plan, ...plan.Plans.flatMap(partsOf)]

const isReadWhole = (part: Node) =>
  part['Node Type'] === 'Seq Scan' && growingTables.includes(part['Relation Name'] ?? '')
