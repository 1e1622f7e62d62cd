import { expect, it, onTestFinished } from 'vitest'
import { runGithubCommand } from '../../../sandbox/control/run-command.ts'
import { createStandInGithub, type StandInGithubOptions } from '../../../sandbox/host/stand-in-github.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const PATH = '/repos/acme/docs/pulls/12'

async function start(options: StandInGithubOptions = {}) {
  const github = await createStandInGithub(options)
  onTestFinished(() => github.stop())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(github.url + path, { headers: { authorization: `Bearer ${github.token}`, ...headers } })
  return { github, get }
}

it('says that nothing has changed, which costs nothing, and when the limit is used up', async () => {
  const { get } = await start({ hourlyLimit: 2 })
  const first = await get(PATH)
  const again = await get(PATH, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([first.status, again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, 304, '1'])
  expect((await get(PATH)).status).toBe(200)
  expect((await get(PATH)).status).toBe(403)
})

it.each([
  { do: 'set pull request', link: 'https://example.com/1', patch: {} },
  { do: 'set pull request', link: LINK, patch: { state: 'gone' } },
  { do: 'merge' }
])('refuses %j', async command => {
  const { github } = await start()
  await expect(runGithubCommand(github, command)).rejects.toThrow()
})
