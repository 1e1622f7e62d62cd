import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { openPort } from '../../../sandbox/shared/open-port.ts'
import type { Finished } from '../../support/test-database.ts'

const PATH = /^\/v2\/agent\/[^/]+\/job\/([^/]+?)(\/message)?$/
const sent = z.object({ prompt: z.string() })

export type BenchAgent = Awaited<ReturnType<typeof createBenchAgent>>
export type Send = { jobId: string; prompt: string; atMs: number }

/** An agent service that has every job, and does little more than answer. It starts to work on a job with each message. */
export async function createBenchAgent({ finished }: { finished: Finished }) {
  const sends: Send[] = []
  const works = new Map<string, { untilMs: number; number: number }>()
  const onRead = new Set<(jobId: string) => void>()
  const held = new Set<NodeJS.Timeout>()
  const behaviour = { worksMs: Number.POSITIVE_INFINITY, answersAfterMs: 0 }
  let reads = 0

  function record(jobId: string): string {
    const work = works.get(jobId)
    const isAtWork = work !== undefined && work.untilMs > Date.now()
    return JSON.stringify({
      id: jobId,
      status: isAtWork ? 'active' : 'completed',
      source: { repository: 'https://github.com/acme/docs', ref: 'main' },
      model: 'bench',
      prLink: work && !isAtWork ? `https://github.com/acme/docs/pull/${work.number}` : null,
      createdAt: '2026-01-01T00:00:00.000Z',
      archivedAt: null
    })
  }

  const startWork = (jobId: string) =>
    void works.set(jobId, { untilMs: Date.now() + behaviour.worksMs, number: sends.length })

  function answer(response: ServerResponse, jobId: string): void {
    const body = record(jobId)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, jobId = '', isMessage] = PATH.exec(request.url ?? '') ?? []
    if (isMessage) {
      const { prompt } = sent.parse(await json(request))
      sends.push({ jobId, prompt, atMs: Date.now() })
      startWork(jobId)
      return answer(response, jobId)
    }
    reads += 1
    for (const tell of onRead) tell(jobId)
    if (behaviour.answersAfterMs === 0) return answer(response, jobId)
    const timer = setTimeout(() => {
      held.delete(timer)
      answer(response, jobId)
    }, behaviour.answersAfterMs)
    held.add(timer)
  }

  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  const port = await openPort(server)
  finished(async () => {
    for (const timer of held) clearTimeout(timer)
    await port.close()
  })
  return {
    url: `http://127.0.0.1:${port.number}`,
    /** How long jobs work on a message, and how long reads take; may be changed at any time. */
    behaviour,
    startWork,
    sends,
    reads: () => reads,
    onRead
  }
}
