import { setTimeout as sleep } from 'node:timers/promises'
import type { webApi } from '@slack/bolt'
import got from 'got'
import { z } from 'zod'
import { environment, openBolt } from './open-bolt.ts'

// The same line as a tutorial would write it: everything that is under way is in memory.

const { LOOK_EVERY_MS = 5_000 } = z.object({ LOOK_EVERY_MS: z.coerce.number().optional() }).parse(process.env)
const jobSchema = z.object({ status: z.string(), prLink: z.string().nullable() })
const { app, start } = openBolt()
const agent = got.extend({
  prefixUrl: `${environment.AGENT_API_URL}/v2/agent/project-1/job`,
  headers: { authorization: `Bearer ${environment.AGENT_API_KEY}` }
})

app.command('/agent-followup', async ({ body, ack, client }) => {
  await ack()
  const [jobId = '', ...words] = body.text.split(' ')
  await followUp(client, body.channel_id, jobId, words.join(' '))
})

async function followUp(client: webApi.WebClient, channel: string, jobId: string, prompt: string): Promise<void> {
  const { ts } = await client.chat.postMessage({ channel, text: `${jobId} · working` })
  await agent.post(`${jobId}/message`, { json: { prompt } })
  for (;;) {
    await sleep(LOOK_EVERY_MS)
    const { status, prLink } = jobSchema.parse(await agent(jobId).json())
    if (status === 'active') continue
    await client.chat.postMessage({ channel, ...(ts && { thread_ts: ts }), text: `${jobId} finished: ${prLink}` })
    return
  }
}

await start()
