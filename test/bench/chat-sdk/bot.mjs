import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSlackAdapter } from '@chat-adapter/slack'
import { createPostgresState } from '@chat-adapter/state-pg'
import { Chat } from 'chat'

// The same line with the Chat SDK, by somebody careful: a command is acknowledged once its PostgreSQL state has it, each step is kept
// there and taken up again after a start, and the instructions of a job take turns.

const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet }
const { PORT, AGENT_API_URL, AGENT_API_KEY, LOOK_EVERY_MS = 5_000 } = process.env

const state = createPostgresState({ logger: quiet })
const bot = new Chat({
  userName: 'followup',
  adapters: { slack: createSlackAdapter({ logger: quiet }) },
  state,
  logger: quiet
})
await bot.initialize()

const turns = new Map()

bot.onSlashCommand('/agent-followup', async event => {
  const [jobId, ...words] = event.text.split(' ')
  const given = { id: crypto.randomUUID(), jobId, prompt: words.join(' '), channel: event.channel.id, step: 'given' }
  await state.set(given.id, given)
  await state.appendToList('given', given.id)
  void followUp(given)
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

async function followUp(given) {
  const channel = bot.channel(given.channel)
  const sending = (turns.get(given.jobId) ?? Promise.resolve()).then(() => send(channel, given))
  turns.set(given.jobId, sending)
  await sending
  for (;;) {
    await sleep(Number(LOOK_EVERY_MS))
    const { status, prLink } = await callAgent(given.jobId)
    if (status === 'active') continue
    await channel.post(`${given.jobId} finished: ${prLink}`)
    return state.delete(given.id)
  }
}

async function send(channel, given) {
  if (given.step === 'sent') return
  await channel.post(`${given.jobId} · working`)
  await callAgent(`${given.jobId}/message`, { prompt: given.prompt })
  await state.set(given.id, { ...given, step: 'sent' })
}

for (const id of await state.getList('given')) {
  const given = await state.get(id)
  if (given) void followUp(given)
}

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end()
  const { status, headers, body } = new Response()
  const asked = new Request(`http://127.0.0.1${request.url}`, {
    method: 'POST',
    headers: request.headers,
    body: await buffer(request)
  })
  const stored = []
  const answer = await bot.webhooks
    .slack(asked, { waitUntil: handled => stored.push(handled) })
    .catch(() => ({ status, headers, body }))
  await Promise.all(stored)
  response.writeHead(answer.status).end(Buffer.from(await new Response(answer.body).arrayBuffer()))
}).listen(Number(PORT), '127.0.0.1')
