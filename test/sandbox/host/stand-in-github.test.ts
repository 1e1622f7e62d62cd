import { expect, it, onTestFinished } from 'vitest'
import { runGithubCommand } from '../../../sandbox/control/run-command.ts'
import { createStandInGithub, type StandInGithubOptions } from '../../../sandbox/host/stand-in-github.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const PATH = '/repos/acme/docs/pulls/12'

async function start(options: StandInGithubOptions = {}) {
  const github = await createStandInGithub(options)
  onTestFinished(() => github.stop())
  const get = (path: string) => fetch(github.url + path, { headers: { authorization: `Bearer ${github.token}` } })
  return { github, get }
}

it('says when the limit is used up', async () => {
  const { get } = await start({ hourlyLimit: 2 })
  expect((await get(PATH)).headers.get('x-ratelimit-remaining')).toBe('1')
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
