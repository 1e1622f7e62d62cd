import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { runGithubCommand } from '../../../sandbox/control/run-command.ts'
import { createStandInGithub, type StandInGithubOptions } from '../../../sandbox/host/stand-in-github.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const PATH = '/repos/acme/docs/pulls/12'
const pullSchema = z.object({ state: z.string(), merged: z.boolean(), head: z.object({ sha: z.string() }) })

async function start(options: StandInGithubOptions = {}) {
  const github = await createStandInGithub(options)
  onTestFinished(() => github.stop())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(github.url + path, { headers: { authorization: `Bearer ${github.token}`, ...headers } })
  const pull = async () => pullSchema.parse(await (await get(PATH)).json())
  const checks = async (what: string) =>
    (await get(`/repos/acme/docs/commits/${(await pull()).head.sha}/${what}`)).json()
  return { github, get, pull, checks }
}

it('has every pull request that somebody asks about, and shows what was done to it', async () => {
  const { github, pull, checks } = await start()
  expect(await pull()).toMatchObject({ state: 'open', merged: false })
  const { sha } = (await pull()).head
  await runGithubCommand(github, {
    do: 'set pull request',
    link: LINK,
    patch: { checks: 'failed', isReviewAsked: true }
  })
  expect(await checks('check-runs')).toMatchObject({ total_count: 2 })
  expect(await checks('status')).toMatchObject({ total_count: 0 })
  await runGithubCommand(github, { do: 'set pull request', link: LINK, patch: { checks: 'running' } })
  expect((await pull()).head.sha).not.toBe(sha)
  await runGithubCommand(github, { do: 'set pull request', link: LINK, patch: { state: 'merged' } })
  expect(await pull()).toMatchObject({ state: 'closed', merged: true })
  expect(github.snapshot().pulls).toMatchObject([{ link: LINK, state: 'merged', isReviewAsked: true }])
})

it('says that nothing has changed, which costs nothing, and when the limit is used up', async () => {
  const { get } = await start({ hourlyLimit: 2 })
  const first = await get(PATH)
  const again = await get(PATH, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([first.status, again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, 304, '1'])
  expect((await get(PATH)).status).toBe(200)
  expect((await get(PATH)).status).toBe(403)
})

it('knows its token and its paths', async () => {
  const { get } = await start()
  expect((await get(PATH, { authorization: 'Bearer another' })).status).toBe(401)
  expect((await get('/user')).status).toBe(404)
})

it.each([
  { do: 'set pull request', link: 'https://example.com/1', patch: {} },
  { do: 'set pull request', link: LINK, patch: { state: 'gone' } },
  { do: 'merge' }
])('refuses %j', async command => {
  const { github } = await start()
  await expect(runGithubCommand(github, command)).rejects.toThrow()
})
