import { describe, expect, it } from 'vitest'
import { API_KEY, job, startAgent } from './agent-of.ts'

describe('a call that succeeds', () => {
  it('a message arrives as written, and the record comes back', async () => {
    const { agent, client } = await startAgent()
    const prompt = 'Line one\n"two" & <three> 🧵 – \\n'
    const result = await client.sendMessage(job('job_1'), prompt)
    expect(result).toMatchObject({
      kind: 'accepted',
      job: { status: 'active', prLink: null, source: { repository: 'https://github.com/example/shop', ref: 'main' } }
    })
    expect(agent.sends()).toMatchObject([{ jobId: 'job_1', prompt }])
    expect(agent.requests()).toMatchObject([
      { method: 'POST', path: '/v2/agent/project-1/job/job_1/message', authorized: true, body: { prompt } }
    ])
  })

  it('no compressed answer is asked for: a small one could unpack to more than fits in memory', async () => {
    const { agent, client } = await startAgent()
    await client.readJob(job('job_1'))
    expect(agent.requests()[0]?.headers['accept-encoding']).toBeUndefined()
  })

  it('a read shows the record and changes nothing', async () => {
    const { agent, client } = await startAgent()
    expect(await client.readJob(job('job_1'))).toMatchObject({
      kind: 'job',
      job: { status: 'completed', prLink: 'https://github.com/example/shop/pull/1', archivedAt: null }
    })
    expect(agent.requests()).toMatchObject([
      { method: 'GET', path: '/v2/agent/project-1/job/job_1', authorized: true, body: undefined }
    ])
    expect(agent.sends()).toEqual([])
  })

  it.each(['a/b', 'a?b#c', 'job 1', '100%', '%2F', 'schön', 'a\\b', ';&=+$,@:', '{projectId}', '🧵'])(
    'a job named %s reaches that job and no other',
    async id => {
      const { agent, client } = await startAgent()
      agent.addJob({ id })
      expect(await client.sendMessage(job(id), 'Hello')).toMatchObject({ kind: 'accepted' })
      expect(await client.readJob(job(id))).toMatchObject({ kind: 'job' })
      expect(agent.sends()).toMatchObject([{ jobId: id }])
      expect(agent.requests().map(request => request.jobId)).toEqual([id, id])
    }
  )

  it('jobs are read from the path in the setting', async () => {
    const { agent, client } = await startAgent({ jobPath: '/v2/agent/{projectId}/job/{jobId}?of={projectId}' })
    expect(await client.readJob(job('job_1'))).toMatchObject({ kind: 'job' })
    expect(agent.requests()).toMatchObject([{ path: '/v2/agent/project-1/job/job_1?of=project-1' }])
  })
})

describe('what the service says when it refuses', () => {
  const wordsOf = async (body: string) => {
    const { agent, client } = await startAgent()
    agent.fail('send', { status: 400, body })
    const result = await client.sendMessage(job('job_1'), 'Hello')
    return result.kind === 'refused' ? result.words : result
  }

  it.each([
    ['its own words', JSON.stringify({ error: ' The prompt is too long ' }), 'The prompt is too long'],
    ['no words', JSON.stringify({ error: '  ' }), undefined],
    ['an object instead of words', JSON.stringify({ error: { code: 7 } }), undefined],
    ['a page', '<html>Bad request</html>', undefined],
    ['nothing', '', undefined],
    ['a NUL, which no database takes', JSON.stringify({ error: 'a\0b' }), 'ab']
  ])('%s', async (_, body, words) => {
    expect(await wordsOf(body)).toBe(words)
  })

  it.each(['x'.repeat(5_000), '🧵'.repeat(5_000), `x${'🧵'.repeat(5_000)}`])(
    'endless words are cut, never in the middle of a character',
    async error => {
      const words = await wordsOf(JSON.stringify({ error }))
      expect(String(words).length).toBeGreaterThanOrEqual(299)
      expect(String(words).length).toBeLessThanOrEqual(300)
      expect(error.startsWith(String(words))).toBe(true)
      expect(String(words).isWellFormed()).toBe(true)
    }
  )

  it('the key is not published when the service repeats it', async () => {
    const error = `Bearer ${API_KEY} is no good. ${'x'.repeat(250)} ${API_KEY} ${API_KEY}`
    const words = String(await wordsOf(JSON.stringify({ error })))
    expect(words).toMatch(/^Bearer \[key\] is no good/)
    expect(words).not.toContain('very-secret')
  })
})

it('an error of our own after the answer does not send the message again', async () => {
  const failure = new Error('The clock broke')
  const { agent, client } = await startAgent({
    now: () => {
      throw failure
    }
  })
  agent.fail('send', { status: 429, processed: true })
  await expect(client.sendMessage(job('job_1'), 'Hello')).rejects.toBe(failure)
  expect(agent.requests()).toHaveLength(1)
})

it('a job of another project is never requested with this project’s key', async () => {
  const { agent, client } = await startAgent()
  const elsewhere = { projectId: 'project-2', jobId: 'job_1' }
  await expect(client.sendMessage(elsewhere, 'Hello')).rejects.toThrow("this process serves 'project-1'")
  await expect(client.readJob(elsewhere)).rejects.toThrow("this process serves 'project-1'")
  expect(agent.requests()).toEqual([])
})
