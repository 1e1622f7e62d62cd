import { expect, inject, it, onTestFinished } from 'vitest'
import { adminUrl } from '../support/admin-url.ts'
import { moveAway } from '../support/distant-server.ts'
import { eventually } from '../support/eventually.ts'
import { runSql } from '../support/run-sql.ts'
import { openWithBot } from './open-with-bot.ts'

type Trouble = { begin: () => Promise<unknown>; end: () => Promise<unknown> }

/** A bot on a shared server, and what may become of that. */
async function startBot() {
  let isSilent = false
  const behind = (url: string) => moveAway(url, 0, bytes => (isSilent ? Buffer.alloc(0) : bytes))
  const { bot, url } = await openWithBot({ behind })
  const name = new URL(url).pathname.slice(1)
  const tell = (statement: string) => runSql(adminUrl(inject('databaseServer').url), statement)
  const connections = `from pg_stat_activity where datname = '${name}' and application_name = 'agent-followup'`
  const cutAll = () => tell(`select pg_terminate_backend(pid) ${connections}`)
  const alter = (option: string) => tell(`alter database ${name} ${option}`)
  const troubles: Record<string, Trouble> = {
    gone: {
      begin: async () => [await alter('allow_connections false'), await cutAll()],
      end: () => alter('allow_connections true')
    },
    silent: { begin: async () => (isSilent = true), end: async () => (isSilent = false) },
    'read-only': {
      begin: async () => [await alter('set default_transaction_read_only = on'), await cutAll()],
      end: async () => [await alter('reset default_transaction_read_only'), await cutAll()]
    },
    'without a connection to spare': {
      begin: async () => [await alter('connection limit 0'), await cutAll()],
      end: () => alter('connection limit -1')
    }
  }
  const countConnections = async () => (await tell(`select ${connections}`)).length
  onTestFinished(async () => void (await alter('allow_connections true')))
  return { bot, troubles, countConnections }
}

it.each(['gone', 'silent', 'read-only', 'without a connection to spare'])(
  'is not ready while the server of its database is %s, and again once that is over',
  async what => {
    const { bot, troubles, countConnections } = await startBot()
    await troubles[what]?.begin()
    const isReady = async () => (await bot.probe('/readyz')) === 200
    await eventually(async () => !(await isReady()), 'the bot to be unready', { describe: bot.output })
    for (let round = 0; round < 3; round += 1)
      expect(await Promise.all(Array.from({ length: 30 }, isReady))).not.toContain(true)
    expect(await countConnections()).toBeLessThanOrEqual(10)
    expect(await bot.probe('/healthz')).toBe(200)
    await troubles[what]?.end()
    await bot.waitUntilReady()
  }
)
