import { describe, expect, it } from 'vitest'
import {
  type BudgetAnswer,
  closeReads,
  closeSends,
  giveBackSend,
  readsClosedUntilMs,
  takeSend
} from '../../src/agent/budget.ts'
import type { Sql } from '../../src/database/database.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import { openDatabase } from '../support/open-database.ts'
import { createTestDatabase } from '../support/test-database.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5, 9)

async function startBudget(limit: number) {
  const { url, database } = await createTestDatabase()
  for (const id of ['p', 'q'])
    await database.query(`insert into followup.project (project_id, team_id) values ($1, 'T1')`, [id])
  let number = 0
  return {
    url,
    database,
    take: (nowMs: number, projectId = 'p', followupId = `f_${++number}`): Promise<BudgetAnswer> =>
      database.transaction(sql => takeSend(sql, { projectId, followupId, nowMs }, limit)),
    giveBack: (nowMs: number, followupId: string, projectId = 'p') =>
      database.transaction(sql => giveBackSend(sql, { projectId, followupId, nowMs })),
    close: (nowMs: number, forMs: number) => closeSends(database, 'p', nowMs + forMs)
  }
}

const granted = { kind: 'granted' }
const full = (untilMs: number) => ({ kind: 'closed', untilMs, because: 'budget' })
const refused = (untilMs: number) => ({ kind: 'closed', untilMs, because: 'busy' })

describe('the hour’s budget', () => {
  it('is granted exactly once each when three times as many ask at once, across processes', async () => {
    const limit = 30
    const { url, database } = await startBudget(limit)
    const processes = Array.from({ length: 3 }, () => openDatabase(url, { lockMs: 10_000 }))
    const asking = processes.flatMap((each, process) =>
      Array.from({ length: limit }, (_, number) =>
        each.transaction(sql =>
          takeSend(sql, { projectId: 'p', followupId: `f_${process}_${number}`, nowMs: START + number }, limit)
        )
      )
    )
    const answers = await Promise.all(asking)
    expect(answers.filter(({ kind }) => kind === 'granted')).toHaveLength(limit)
    expect(answers.filter(({ kind }) => kind === 'closed')).toHaveLength(2 * limit)
    const rows = await database.query('select count(*)::int as sends from followup.send_attempt')
    expect(rows).toEqual([{ sends: limit }])
  })

  it('is spent once by the first send of a project, although somebody else’s comes in between', async () => {
    const { take, database } = await startBudget(10)
    let other: Promise<BudgetAnswer> | undefined
    await database.transaction(async sql => {
      let meanwhile: Promise<unknown> = Promise.resolve()
      const query: Sql['query'] = (text, values) => {
        const rows = meanwhile.then(() => sql.query(text, values))
        meanwhile = rows.then(() => {
          other ??= take(START)
          return Promise.race([other, awaitWaiting(database, 1)])
        })
        return rows
      }
      await takeSend({ ...sql, query }, { projectId: 'p', followupId: 'f_x', nowMs: START }, 10)
    })
    expect(await other).toEqual(granted)
    const rows = await database.query('select count(*)::int as sends from followup.send_attempt')
    expect(rows).toEqual([{ sends: 2 }])
  })

  it('frees each send an hour after it was taken, and is separate for each project', async () => {
    const { take } = await startBudget(2)
    expect(await take(START)).toEqual(granted)
    expect(await take(START + 10_000)).toEqual(granted)
    expect(await take(START + 20_000)).toEqual(full(START + HOUR))
    expect(await take(START + 20_000, 'q')).toEqual(granted)
    expect(await take(START + HOUR - 1)).toEqual(full(START + HOUR))
    expect(await take(START + HOUR)).toEqual(granted)
    expect(await take(START + HOUR)).toEqual(full(START + 10_000 + HOUR))
    expect(await take(START + HOUR + 10_000)).toEqual(granted)
  })

  it('is not spent on a send that is given back', async () => {
    const { take, giveBack, database } = await startBudget(1)
    expect(await take(START)).toEqual(granted)
    await database
      .transaction(async sql => {
        await takeSend(sql, { projectId: 'p', followupId: 'f_x', nowMs: START + HOUR }, 1)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await take(START + HOUR, 'p', 'f_7')).toEqual(granted)
    await giveBack(START + HOUR, 'f_8')
    await giveBack(START, 'f_7')
    await giveBack(START + HOUR, 'f_7', 'q')
    expect(await take(START + HOUR + 1)).toEqual(full(START + 2 * HOUR))
    await giveBack(START + HOUR, 'f_7')
    expect(await take(START + HOUR + 1)).toEqual(granted)
  })

  it('does not remember sends forever', async () => {
    const { take, database } = await startBudget(5)
    for (let hour = 0; hour < 10; hour += 1) await take(START + hour * HOUR)
    const [row] = await database.query('select count(*)::int as sends from followup.send_attempt')
    expect(row?.sends).toBeLessThanOrEqual(3)
  })
})

describe('a 429', () => {
  it('closes the gate for everybody for as long as the service says, and what it turns away costs nothing', async () => {
    const { take, close } = await startBudget(1)
    expect(await close(START, 90_000)).toBe(START + 90_000)
    expect(await take(START + 1)).toEqual(refused(START + 90_000))
    expect(await take(START + 89_999)).toEqual(refused(START + 90_000))
    expect(await take(START + 89_999, 'q')).toEqual(granted)
    expect(await take(START + 90_000)).toEqual(granted)
  })

  it('never opens the gate earlier than a previous one', async () => {
    const { take, close } = await startBudget(100)
    await close(START, 600_000)
    expect(await close(START + 1, 1_000)).toBe(START + 600_000)
    expect(await take(START + 5_000)).toEqual(refused(START + 600_000))
  })

  it('on a read closes only reads, and never opens them earlier', async () => {
    const { take, database } = await startBudget(100)
    expect(await readsClosedUntilMs(database, 'p')).toBe(0)
    await database.transaction(sql => closeReads(sql, 'p', START + 60_000))
    await database.transaction(sql => closeReads(sql, 'p', START + 30_000))
    expect(await readsClosedUntilMs(database, 'p')).toBe(START + 60_000)
    expect(await readsClosedUntilMs(database, 'q')).toBe(0)
    expect(await take(START)).toEqual(granted)
  })
})
