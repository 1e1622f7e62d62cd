import { connect, createServer } from 'node:net'
import pg from 'pg'
import { serve } from './serve.ts'

export type Place = { host: string; port: number }

/** Where an address's server listens: a host, or the folder of a Unix socket. */
export function placeOf(url: string): Place {
  const { host, port } = new pg.Client({ connectionString: url })
  return { host, port }
}

/** The same database at another address, for a process in real time: without a test's settings. */
export function movedTo({ host, port }: Place, url: string): string {
  const { user = '', password, database = '' } = new pg.Client({ connectionString: url })
  const [who, secret] = [user, password ?? ''].map(encodeURIComponent)
  return `postgres://${who}:${secret}@${host}:${port}/${database}`
}

type Change = (bytes: Buffer, isAnswer: boolean) => Buffer

/** An address that reaches a database as if it were far away: everything arrives this much later, and perhaps changed. */
export async function moveAway(url: string, roundTripMs: number, change: Change = bytes => bytes): Promise<string> {
  const { host, port } = placeOf(url)
  const proxy = createServer(near => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near]
    ] as const) {
      const later = (act: () => void) => setTimeout(act, roundTripMs / 2)
      from.setNoDelay()
      from.on('data', bytes => later(() => to.write(change(bytes, from === far))))
      from.on('end', () => later(() => to.end()))
      from.on('error', () => to.destroy())
      from.on('close', () => later(() => to.destroy()))
    }
  })
  return movedTo({ host: '127.0.0.1', port: await serve(proxy) }, url)
}
