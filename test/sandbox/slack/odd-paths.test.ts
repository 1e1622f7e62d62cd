import { request } from 'node:http'
import { expect, it } from 'vitest'
import { openWorkspace } from './open-workspace.ts'

const PATHS = ['//', 'http://[', '/constructor', '/__proto__']

it.each(PATHS)('answers that there is nothing at %s', async path => {
  const { slack } = await openWorkspace()
  expect(await statusOf(slack.apiUrl, path)).toBe(404)
})

it.each(PATHS)('opens no socket at %s', async path => {
  const { slack } = await openWorkspace()
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
  expect(await statusOf(slack.apiUrl, path, upgrade)).toBe(401)
})

/** Exactly this path: `fetch` would tidy it up. */
function statusOf(apiUrl: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { hostname, port } = new URL(apiUrl)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  request({ hostname, port, path, headers, agent: false }, response => {
    response.resume()
    resolve(response.statusCode)
  })
    .on('error', reject)
    .end()
  return promise
}
