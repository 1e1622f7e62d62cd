import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSlackAdapter } from '@chat-adapter/slack'
import { createPostgresState } from '@chat-adapter/state-pg'
import { Chat } from 'chat'

// The same line with the Chat SDK, by somebody careful: each step is kept in its PostgreSQL state, and taken up again after a start.

const LOOK_EVERY_MS = 5_000
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet }
const { PORT, AGENT_API_URL, AGENT_API_KEY } = process.env

const state = createPostgresState({ logger: quiet })
const bot = new Chat({
  userName: 'followup',
  adapters: { slack: createSlackAdapter({ logger: quiet }) },
  state,
  logger: quiet
})
await bot.initialize()

bot.onSlashCommand('/agent-followup', async event => {
  const [jobId, ...words] = event.text.split(' ')
  const job = { jobId, prompt: words.join(' '), channel: event.channel.id, step: 'given' }
  await state.set(jobId, job)
  await state.appendToList('jobs', jobId)
  await followUp(job)
})

async function callAgent(path, body) {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${AGENT_API_URL}/v2/agent/project-1/job/${path}`, {
    method,
    headers: { authorization: `Bearer ${AGENT_API_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) })
  })
  return response.json()
}

async function followUp(job) {
  const channel = bot.channel(job.channel)
  if (job.step === 'given') {
    await channel.post(`${job.jobId} · working`)
    await callAgent(`${job.jobId}/message`, { prompt: job.prompt })
    await state.set(job.jobId, { ...job, step: 'sent' })
  }
  for (;;) {
    await sleep(LOOK_EVERY_MS)
    const { status, prLink } = await callAgent(job.jobId)
    if (status === 'active') continue
    await channel.post(`${job.jobId} finished: ${prLink}`)
    return state.delete(job.jobId)
  }
}

for (const jobId of await state.getList('jobs')) {
  const job = await state.get(jobId)
  if (job) void followUp(job)
}

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end()
  const { status, headers, body } = new Response()
  const asked = new Request(`http://127.0.0.1${request.url}`, {
    method: 'POST',
    headers: request.headers,
    body: await buffer(request)
  })
  const answer = await bot.webhooks.slack(asked, { waitUntil: () => {} }).catch(() => ({ status, headers, body }))
  response.writeHead(answer.status).end(Buffer.from(await new Response(answer.body).arrayBuffer()))
}).listen(Number(PORT), '127.0.0.1')
