import pg from 'pg'

// A new connection costs the server more than all that a test asks of it: it reads the catalogue, and plans each statement. So
// when a pool ends, the next one on the same database takes over its connections.

const RESET = 'rollback; reset all; unlisten *; close all; discard temp; select pg_advisory_unlock_all()'

/** Those that nobody uses, by what they were opened with. */
const kept = new Map<string, pg.Client[]>()
/** Their last statement may still be under way. */
const spoiled = new WeakSet<object>()
const databases = new Set<string>()

class KeepingPool extends pg.Pool {
  constructor(config: pg.PoolConfig = {}) {
    super({ ...config, Client: clientFor(config) })
    this.on('release', (error, client) => void (error && spoiled.add(client)))
  }
}

Object.assign(pg, { Pool: KeepingPool })

export const keepConnections = (database: string): void => void databases.add(database)

export async function closeConnections(database: string): Promise<void> {
  databases.delete(database)
  await Promise.all(keptOf(database).map(client => client.end()))
}

export const keptOf = (database: string): pg.Client[] =>
  [...kept.values()].flat().filter(client => client.database === database)

/** What a pool makes its clients with. */
function clientFor(config: pg.PoolConfig): new () => pg.Client {
  const key = JSON.stringify(config)
  return new Proxy(pg.Client, { construct: () => kept.get(key)?.pop() ?? toKeep(new pg.Client(config), key) })
}

/** When it is ended, it stays open and waits for the next pool. */
function toKeep(client: pg.Client, key: string): pg.Client {
  const [connect, end] = [client.connect.bind(client), client.end.bind(client)]
  let state: 'new' | 'open' | 'gone' = 'new'
  function gone(): void {
    state = 'gone'
    kept.set(key, kept.get(key)?.filter(each => each !== client) ?? [])
  }
  return Object.assign(client, {
    connect: (done: () => void) => (state === 'open' ? process.nextTick(done) : connect(done)),
    end(done: () => void = () => {}) {
      if (state === 'gone' || spoiled.has(client) || !databases.has(client.database ?? '')) return end(done)
      client.removeAllListeners().on('error', gone).on('end', gone)
      client.query(RESET).then(
        () => {
          state = 'open'
          kept.set(key, [...(kept.get(key) ?? []), client])
          done()
        },
        () => end(done)
      )
    }
  })
}
