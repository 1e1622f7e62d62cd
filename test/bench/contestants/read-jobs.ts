import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import got from 'got'
import { z } from 'zod'

// What a look at a job costs at least: one GET, and its answer checked. READS_PER_SECOND of them, until it is killed.

const environment = z
  .object({
    PORT: z.coerce.number(),
    AGENT_API_URL: z.string(),
    AGENT_API_KEY: z.string(),
    READS_PER_SECOND: z.coerce.number()
  })
  .parse(process.env)

const job = z.object({
  status: z.string(),
  source: z.object({ repository: z.string(), ref: z.string() }),
  model: z.string(),
  prLink: z.url().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable()
})

async function readJob(number: number): Promise<void> {
  const url = `${environment.AGENT_API_URL}/v2/agent/project-1/job/job_${number}`
  job.parse(await got(url, { headers: { authorization: `Bearer ${environment.AGENT_API_KEY}` } }).json())
}

createServer((_, response) => response.end()).listen(environment.PORT, '127.0.0.1')
const startedAt = performance.now()
for (let number = 0; ; number++) {
  await sleep(startedAt + (number * 1_000) / environment.READS_PER_SECOND - performance.now())
  void readJob(number)
}
