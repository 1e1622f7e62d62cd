import pRetry from 'p-retry'
import { USER_ID } from './config.ts'
import { type Database, LockTaken } from './database/database.ts'
import { exitWith, StartError } from './errors.ts'
import * as store from './followups/stores/forget-store.ts'
import { CHANNEL_ID } from './projects.ts'
import { startOf, withDatabase } from './with-database.ts'

const USAGE = `Choose what to forget. Without --yes, nothing is deleted.
  npm run forget -- --user U024BE7LH
  npm run forget -- --channel C024BE91L
  npm run forget -- --before 2026-01-31
  npm run forget -- --everything`

const PARTS: Record<string, (text: string) => store.Part | false> = {
  '--user': id => USER_ID.test(id) && store.of(id),
  '--channel': id => CHANNEL_ID.test(id) && store.of(id),
  '--before': day => startOf(day) > 0 && store.endedBefore(startOf(day)),
  '--everything': text => text === '' && store.EVERYTHING
}

const said = process.argv.slice(2).flatMap(text => text.split('='))
const [name = '', text = '', ...more] = said.filter(word => word !== '--yes')
const part = Object.hasOwn(PARTS, name) && PARTS[name]?.(text)

const shouldRetry = ({ error }: { error: unknown }) => error instanceof LockTaken

async function carryOut(database: Database, part: store.Part): Promise<void> {
  const [isSure, isAll] = [said.includes('--yes'), part === store.EVERYTHING]
  const underWay = await store.findUnderWay(database, part)
  const counts = await (isAll || !isSure ? store.countRows : store.forget)(database, part)
  // Working bots have locks on all tables, for moments.
  if (isSure && isAll) await pRetry(() => database.transaction(store.empty), { shouldRetry })
  const listed = (of: Record<string, number>) =>
    Object.entries(of).flatMap(([table, count]) => (count > 0 ? `  ${table}: ${count}` : []))
  const [rows, left] = [listed(counts), isSure && !isAll ? listed(await store.countRows(database, part)) : []]
  const stays = 'Still under way, so not deleted. Run this again once it has ended:'
  const lines = [
    isSure ? 'Deleted, by table:' : 'To be deleted, by table (add --yes to delete it):',
    ...(rows.length > 0 ? rows : ['  nothing']),
    ...(left.length > 0 ? ['Not deleted, as something else uses it just now. Run this again:', ...left] : []),
    ...(underWay.length > 0 ? [isAll ? 'In progress; deleted as well, and nobody is told:' : stays] : []),
    ...underWay.map(place => `  ${place}`)
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

if (!part || more.length > 0) exitWith(new StartError(USAGE))
await withDatabase(database => carryOut(database, part)).catch(exitWith)
