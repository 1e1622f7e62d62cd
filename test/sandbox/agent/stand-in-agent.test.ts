import { expect, it } from 'vitest'
import { type Call, get, post, startAgent } from './call-agent.ts'

const refusedSends: { name: string; jobId?: string; prompt?: unknown; call?: Call; status: number }[] = [
  { name: 'no key', call: { key: null }, status: 401 },
  { name: 'a wrong key', call: { key: 'standin_other' }, status: 401 },
  { name: 'an unknown job', jobId: 'job_9', status: 404 },
  { name: 'another project', call: { projectId: 'project-9' }, status: 404 },
  { name: 'no prompt', prompt: undefined, status: 400 },
  { name: 'an empty prompt', prompt: '', status: 400 },
  { name: 'a prompt that is no string', prompt: 5, status: 400 },
  { name: 'bad JSON', call: { body: '{"prompt":' }, status: 400 },
  { name: 'an empty body', call: { body: '' }, status: 400 },
  { name: 'a JSON array', call: { body: '[]' }, status: 400 },
  { name: 'a plain text body', call: { contentType: 'text/plain' }, status: 400 }
]
it.each(refusedSends)('a send with $name is refused with $status', async refused => {
  const { agent } = await startAgent()
  agent.addJob({ id: 'job_1' })
  const prompt = 'prompt' in refused ? refused.prompt : 'Hello'

  const answer = await post(agent, refused.jobId ?? 'job_1', prompt, refused.call)

  expect(answer.status).toBe(refused.status)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
  expect(agent.sends()).toEqual([])
  expect(agent.budgetUsed()).toBe(0)
  expect(agent.job('job_1').status).toBe('completed')
})

it.each([
  { method: 'GET', path: '/', status: 404 },
  { method: 'GET', path: '/v2/agent/project-1/job', status: 404 },
  { method: 'GET', path: '/v2/agent/project-1/job/%E0%A4%A', status: 404 },
  { method: 'GET', path: '/v2/agent/project-1/job/job_1/message', status: 405 },
  { method: 'DELETE', path: '/v2/agent/project-1/job/job_1', status: 405 },
  { method: 'GET', path: '/v2/agent/project-1/job/job_1?fresh=1', status: 200 }
])('$method $path answers $status', async ({ method, path, status }) => {
  const { agent } = await startAgent()
  agent.addJob({ id: 'job_1' })
  const answer = await fetch(agent.url + path, { method, headers: { authorization: `Bearer ${agent.apiKey}` } })
  expect(answer.status).toBe(status)
})

it('lists requests as they arrived, with the key masked', async () => {
  const { agent } = await startAgent({ apiKey: 'standin_secret' })
  agent.addJob({ id: 'job_1' })
  await post(agent, 'job_1', 'One')
  await get(agent, 'job_1', { key: 'wrong' })
  await post(agent, 'job_1', '', {})

  expect(agent.requests()).toMatchObject([
    {
      seq: 1,
      asked: 'send',
      method: 'POST',
      jobId: 'job_1',
      body: { prompt: 'One' },
      answered: 200,
      processed: true
    },
    { seq: 2, asked: 'read', method: 'GET', authorized: false, answered: 401, processed: false },
    { seq: 3, asked: 'send', authorized: true, body: { prompt: '' }, answered: 400, processed: false }
  ])
  expect(agent.requests({ asked: 'send', answered: 200 })).toHaveLength(1)
  expect(agent.requests()[0]?.headers.authorization).toBe('Bearer ***')
  expect(JSON.stringify(agent.snapshot())).not.toContain('standin_secret')
})
