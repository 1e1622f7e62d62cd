import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../../src/database/database.ts'
import { waryStream } from '../../src/database/wary-socket.ts'
import { eventually } from '../support/eventually.ts'
import { serve } from '../support/serve.ts'

const PASSWORD = 'c0ffee'

const frame = (type: string, ...parts: (number | string)[]) => {
  const body = Buffer.concat(
    parts.map(part => {
      if (typeof part === 'string') return Buffer.from(part)
      const number = Buffer.alloc(4)
      number.writeUInt32BE(part)
      return number
    })
  )
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const OK = frame('R', 0)
const READY = frame('Z', 'I')

/** An impostor in the server's place: returns what clients that trust it send. */
async function squat(answer: (heard: Buffer, socket: Socket) => void) {
  const heard: string[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.on('data', data => {
      heard.push(data.toString('latin1'))
      answer(data, socket)
    })
  })
  const port = await serve(server)
  return { address: `postgres://followup:${PASSWORD}@127.0.0.1:${port}/postgres`, heard, open }
}

/** It pretends to offer a proof that it cannot make, and claims success early. */
function pretendToKnow(heard: Buffer, socket: Socket): void {
  const nonce = /r=(.+)$/.exec(heard.toString())?.[1]
  if (heard.includes('SCRAM-SHA-256')) socket.write(frame('R', 11, `r=${nonce}more,s=c2FsdA==,i=4096`))
  else if (heard.includes('c=biws')) {
    const proof = Buffer.alloc(32).toString('base64')
    socket.write(Buffer.concat([frame('R', 12, `v=${proof}`), OK, READY]))
  } else socket.write(frame('R', 10, 'SCRAM-SHA-256\0\0'))
}

const strangers: { what: string; demand: string; answer: (heard: Buffer, socket: Socket) => void }[] = [
  ...['scram-sha-256', 'none'].flatMap(demand => [
    { what: 'for the password as it is', demand, answer: (_: Buffer, socket: Socket) => socket.write(frame('R', 3)) },
    {
      what: 'for the password in MD5',
      demand,
      answer: (_: Buffer, socket: Socket) => socket.write(frame('R', 5, 'salt'))
    },
    { what: 'for a proof of Kerberos', demand, answer: (_: Buffer, socket: Socket) => socket.write(frame('R', 7)) },
    {
      what: 'for nothing, and talks of something else',
      demand,
      answer: (_: Buffer, socket: Socket) => socket.write(frame('T', '\0\0'))
    }
  ]),
  {
    what: 'for nothing',
    demand: 'scram-sha-256',
    answer: (_, socket) => socket.write(Buffer.concat([OK, READY]))
  },
  { what: 'for a proof, and has none', demand: 'scram-sha-256', answer: pretendToKnow },
  {
    what: 'for a proof where none is needed',
    demand: 'none',
    answer: (_, socket) => socket.write(frame('R', 10, 'SCRAM-SHA-256\0\0'))
  }
]

it.for(strangers)('a server that asks $what gets nothing where $demand is required', async ({ demand, answer }) => {
  const { address, heard, open } = await squat(answer)
  const url = `${address}?require_auth=${demand}`
  const client = new pg.Client({ connectionString: url, ...waryStream(url) })
  client.on('error', () => {})
  await expect(client.connect()).rejects.toThrow(/in place of the database|signature/)
  const database = createDatabase({ url, onConnectionLost: () => {} })
  onTestFinished(() => database.close())
  await expect(database.query("select 'a prompt'")).rejects.toThrow()
  await eventually(() => open.size === 0, 'both to hang up', { withinMs: 5_000 })
  expect(heard.join()).not.toContain(PASSWORD)
  expect(heard.join()).not.toContain('md5')
  expect(heard.join()).not.toContain('a prompt')
})

it('an address without requirements is trusted as before', async () => {
  const { address, heard } = await squat((_, socket) => socket.write(frame('R', 3)))
  expect(waryStream(address)).toEqual({})
  const client = new pg.Client({ connectionString: address, ...waryStream(address), connectionTimeoutMillis: 500 })
  client.on('error', () => {})
  await expect(client.connect()).rejects.toThrow('timeout')
  expect(heard.join()).toContain(PASSWORD)
})
