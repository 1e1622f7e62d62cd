import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlackFaults } from './fault.ts'
import type { Uploads } from './uploads.ts'

export type FileServer = ReturnType<typeof createFileServer>

/** The host of Slack's files: apps send them there, and people download them. Its faults go by the name of `upload`. */
export function createFileServer(uploads: Uploads, faults: SlackFaults) {
  async function receive(ticket: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = faults.take('upload')
    const kind = fault && 'kind' in fault ? fault.kind : undefined
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (kind === 'hang') return
    if (kind === 'reset before read') return void response.destroy()
    const isTaken = uploads.receive(ticket, bytes)
    if (kind === 'reset after processing') return void response.destroy()
    const status = fault && 'status' in fault ? fault.status : undefined
    response.writeHead(status ?? (isTaken ? 200 : 400)).end(isTaken ? `OK - ${bytes.length}` : 'bad upload')
  }

  function send(id: string, response: ServerResponse): void {
    const file = uploads.read(id)
    if (file === undefined) return void response.writeHead(404).end()
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': disposition })
    response.end(file.bytes)
  }

  return { receive, send }
}
