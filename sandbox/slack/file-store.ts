import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlackFile } from './slack-types.ts'
import { newId, TEAM } from './slack-world.ts'

export type GivenFile = {
  name: string
  mimetype?: string
  /** What is in it. Without, it is a picture. */
  content?: string | Buffer
  mode?: string
  /** It is at another address of the same server. */
  isElsewhere?: boolean
  /** It was deleted before anybody read it. */
  isGone?: boolean
  /** Slack answers 500 the first time that it is asked for. */
  failsOnce?: boolean
}

type Parts = { baseUrl: string; botToken: string; scopes: ReadonlySet<string> }

export type FileStore = ReturnType<typeof createFileStore>

/** What people upload. Whoever has no right to a file is led to a page where people log in, as Slack does it. */
export function createFileStore({ baseUrl, botToken, scopes }: Parts) {
  const kept = new Map<string, { content: string | Buffer; mimetype: string }>()
  const asked: { path: string; authorization: string | undefined }[] = []
  const failing = new Set<string>()

  function share(
    user: string,
    { name, content, mode, isElsewhere, isGone, failsOnce, ...given }: GivenFile
  ): SlackFile {
    const id = newId('F')
    const mimetype = given.mimetype ?? (content === undefined ? 'image/png' : 'text/plain')
    const path = `files-pri/${TEAM.id}-${id}/${encodeURIComponent(name.toLowerCase())}`
    if (failsOnce) failing.add(`/${path}`)
    if (!isGone) kept.set(`/${path}`, { content: content ?? '\u0089PNG', mimetype })
    return {
      id,
      name,
      title: name,
      mimetype,
      filetype: name.split('.').at(-1),
      user,
      mode: mode ?? 'hosted',
      is_external: false,
      size: content === undefined ? 1024 : Buffer.byteLength(content),
      url_private: `${isElsewhere ? baseUrl.replace('127.0.0.1', 'localhost') : baseUrl}${path}`,
      permalink: `https://${TEAM.domain}.slack.com/files/${user}/${id}/${encodeURIComponent(name.toLowerCase())}`
    }
  }

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers
    asked.push({ path, authorization })
    if (authorization !== `Bearer ${botToken}` || !scopes.has('files:read'))
      return void response.writeHead(302, { location: `https://${TEAM.domain}.slack.com/?redir=${path}` }).end()
    if (failing.delete(path)) return void response.writeHead(500).end()
    const file = kept.get(path)
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.mimetype }).end(file.content)
  }

  return { share, answer, asked: () => structuredClone(asked) }
}
