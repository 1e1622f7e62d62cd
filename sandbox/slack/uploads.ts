import { newId } from './slack-ids.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { SlackFile } from './slack-types.ts'
import { BOT, type SlackWorld, TEAM } from './slack-world.ts'

type Upload = { id: string; name: string; length: number; bytes?: Buffer; isComplete: boolean }

export type Uploads = ReturnType<typeof createUploads>

/** Files that an app hands over in three steps: it asks for an address, sends the bytes there, and says where to show them. */
export function createUploads(world: SlackWorld, baseUrl: string) {
  const uploads = new Map<string, Upload>()
  const tickets = new Map<string, Upload>()

  function open(name: string, length: number): { upload_url: string; file_id: string } {
    const upload = { id: newId('F'), name, length, isComplete: false }
    const ticket = newId('', 24)
    uploads.set(upload.id, upload)
    tickets.set(ticket, upload)
    return { upload_url: `${baseUrl}upload/v1/${ticket}`, file_id: upload.id }
  }

  /** False: nobody asked for this address, or for another length. */
  function receive(ticket: string, bytes: Buffer): boolean {
    const upload = tickets.get(ticket)
    if (upload === undefined || upload.length !== bytes.length) return false
    upload.bytes = bytes
    return true
  }

  /** Once for each file, when all of it is there. */
  function complete(id: string, title: string | undefined): SlackFile {
    const upload = uploads.get(id)
    if (upload?.bytes === undefined || upload.isComplete) throw new SlackRefusal('file_not_found')
    upload.isComplete = true
    const { name, length } = upload
    const address = `${baseUrl}files-pri/${TEAM.id}-${id}/download/${encodeURIComponent(name)}`
    const mimetype = name.endsWith('.csv') ? 'text/csv' : 'text/plain'
    const addresses = { url_private: address, url_private_download: address }
    const file = { id, name, title: title ?? name, mimetype, user: BOT.userId, size: length, ...addresses }
    world.files.set(id, file)
    return file
  }

  /** What a person downloads. */
  function read(id: string): { name: string; bytes: Buffer } | undefined {
    const upload = uploads.get(id)
    return upload?.bytes && upload.isComplete ? { name: upload.name, bytes: upload.bytes } : undefined
  }

  return { open, receive, complete, read }
}
