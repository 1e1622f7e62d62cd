import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/database/clock.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startQueue } from './start-queue.ts'

it('a task of a killed process runs again in another one, under the same id', async () => {
  const given = await createTestDatabase()
  const ran: string[] = []
  const survivor = await startQueue(systemClock, { send: async (_, { id }) => void ran.push(id) }, given)
  await survivor.enqueue('send', { followup: 'f_1' })

  const script = fileURLToPath(new URL('./doomed-worker.ts', import.meta.url))
  const doomed = spawn(process.execPath, [script, given.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void doomed.kill('SIGKILL'))
  const [line] = await once(doomed.stdout, 'data')
  const takenId = String(line).trim()
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')

  await survivor.queue.work()
  expect(ran).toEqual([])
  await eventually(() => ran.length > 0, 'the tasks to run')
  expect(ran).toEqual([takenId])
})
