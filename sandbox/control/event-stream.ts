import type { ServerResponse } from 'node:http'

const TOGETHER_WITHIN_MS = 40

/** Server-sent events: every open page gets the latest state, once per batch of changes. */
export function createEventStream(readState: () => unknown) {
  const pages = new Set<ServerResponse>()
  let planned: NodeJS.Timeout | undefined

  function send(page: ServerResponse, state: string): void {
    page.write(`data: ${state}\n\n`)
  }

  return {
    open(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      pages.add(response)
      response.once('close', () => pages.delete(response))
      send(response, JSON.stringify(readState()))
    },

    changed(): void {
      planned ??= setTimeout(() => {
        planned = undefined
        if (pages.size === 0) return
        const state = JSON.stringify(readState())
        for (const page of pages) send(page, state)
      }, TOGETHER_WITHIN_MS)
    },

    stop(): void {
      clearTimeout(planned)
      for (const page of pages) page.end()
    }
  }
}
