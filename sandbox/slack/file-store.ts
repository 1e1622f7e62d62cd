import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SlackFile } from './slack-types.ts'
import { newId, TEAM } from './slack-world.ts'

/** What becomes of a request for a file, if it is not answered with what is in it. */
type Trouble =
  | 'is gone'
  | 'fails once'
  | 'never answers'
  | 'drips'
  | 'shows a page'
  | 'is elsewhere'
  | 'leads elsewhere'

export type GivenFile = {
  name: string
  mimetype?: string
  /** What is in it. Without, it is a picture. */
  content?: string | Buffer
  mode?: string
  trouble?: Trouble
}

type Parts = { baseUrl: string; botToken: string; scopes: ReadonlySet<string> }

export type FileStore = ReturnType<typeof createFileStore>

/** What people upload. Whoever has no right to a file is led to a page where people log in, as Slack does it. */
export function createFileStore({ baseUrl, botToken, scopes }: Parts) {
  const kept = new Map<string, { content: string | Buffer; mimetype: string; trouble?: Trouble | undefined }>()
  const asked: string[] = []
  /** The same server by another name. */
  const elsewhere = baseUrl.replace('127.0.0.1', 'localhost')

  function share(user: string, { name, content, mode, trouble, ...given }: GivenFile): SlackFile {
    const id = newId('F')
    const mimetype = given.mimetype ?? (content === undefined ? 'image/png' : 'text/plain')
    const path = `files-pri/${TEAM.id}-${id}/${encodeURIComponent(name.toLowerCase())}`
    if (trouble !== 'is gone') kept.set(`/${path}`, { content: content ?? '\u0089PNG', mimetype, trouble })
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
      url_private: `${trouble === 'is elsewhere' ? elsewhere : baseUrl}${path}`,
      permalink: `https://${TEAM.domain}.slack.com/files/${user}/${id}/${encodeURIComponent(name.toLowerCase())}`
    }
  }

  async function answer(path: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    asked.push(path)
    const lead = (location: string) => void response.writeHead(302, { location }).end()
    const show = (type: string, content: string | Buffer) =>
      void response.writeHead(200, { 'content-type': type }).end(content)
    if (headers.authorization !== `Bearer ${botToken}` || !scopes.has('files:read'))
      return lead(`https://${TEAM.domain}.slack.com/?redir=${path}`)
    const file = kept.get(path)
    if (file === undefined) return void response.writeHead(404).end()
    switch (file.trouble) {
      case 'never answers':
        return
      case 'drips':
        return drip(response)
      case 'shows a page':
        return show('text/html; charset=utf-8', 'Log in')
      case 'leads elsewhere':
        return lead(`${elsewhere}${path.slice(1)}`)
      case 'fails once':
        kept.set(path, { ...file, trouble: undefined })
        return void response.writeHead(500).end()
      default:
        return show(file.mimetype, file.content)
    }
  }

  return { share, answer, asked: () => [...asked] }
}

/** Never so slowly that the connection is idle, and without an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const timer = setInterval(() => response.write('x'), 50)
  response.once('close', () => clearInterval(timer))
}
