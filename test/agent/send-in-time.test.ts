import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { serve } from '../support/serve.ts'
import { clientOf, job, startAgent } from './agent-of.ts'

it('a message that waited too long before it was sent is known not to be sent', async () => {
  const { agent, client } = await startAgent()
  expect(await client.sendMessage(job('job_1'), 'Hello', () => false)).toEqual({ kind: 'too late' })
  expect(agent.requests()).toEqual([])
})

it('a message that waited too long while connecting sends no byte', async () => {
  let received = 0
  const server = createServer(socket => {
    socket.on('data', data => {
      received += data.length
    })
  })
  const port = await serve(server)
  let asked = 0
  const left = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const isInTime = () => {
    asked += 1
    return false
  }
  const sent = await clientOf(`http://127.0.0.1:${port}`).sendMessage(job('job_1'), 'Hello', isInTime)
  expect(sent).toEqual({ kind: 'too late' })
  await left
  expect({ asked, received }).toEqual({ asked: 1, received: 0 })
})
