import { expect, it } from 'vitest'
import { callSlack, postAsBot } from './call-slack.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'

const view = { type: 'modal', title: { type: 'plain_text', text: 'Hello' }, blocks: [] }

async function answer(url: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return `${response.status} ${await response.text()}`
}

function useCommand({ slack, ana, docs }: Workspace) {
  return slack.command({ user: ana, channel: docs, text: 'job_1 hello' })
}

async function errorOfOpen({ slack }: Workspace, trigger_id: string) {
  return (await callSlack(slack, 'views.open', { trigger_id, view })).body.error
}

it('a trigger opens one modal, within three seconds', async () => {
  const workspace = await openWorkspace()
  const first = await useCommand(workspace)
  workspace.advance(3_000)
  expect(await errorOfOpen(workspace, first.triggerId)).toBeUndefined()
  expect(await errorOfOpen(workspace, first.triggerId)).toBe('exchanged_trigger_id')
  const late = await useCommand(workspace)
  workspace.advance(3_001)
  expect(await errorOfOpen(workspace, late.triggerId)).toBe('expired_trigger_id')
  expect(await errorOfOpen(workspace, 'made.up')).toBe('invalid_trigger_id')
})

it('a refused view leaves its trigger unused', async () => {
  const workspace = await openWorkspace()
  const { triggerId } = await useCommand(workspace)
  const broken = await callSlack(workspace.slack, 'views.open', { trigger_id: triggerId, view: { type: 'modal' } })
  expect(broken.body.error).toBe('invalid_arguments')
  expect(await errorOfOpen(workspace, triggerId)).toBeUndefined()
})

it('a response_url works five times, even where the bot is not a member', async () => {
  const { slack, ana, elsewhere } = await openWorkspace()
  const { responseUrl } = await slack.command({ user: ana, channel: elsewhere, text: 'job_1 hello' })
  const texts = ['one', 'two', 'three', 'four', 'five']
  for (const text of texts) expect(await answer(responseUrl, { text })).toBe('200 {"ok":true}')
  expect(await answer(responseUrl, { text: 'six' })).toBe('404 {"ok":false,"error":"used_url"}')
  const fromApp = slack.ephemerals(elsewhere, ana).filter(shown => shown.from === 'app')
  expect(fromApp.map(shown => shown.text)).toEqual(texts)
})

it('a response_url works for thirty minutes', async () => {
  const workspace = await openWorkspace()
  const { responseUrl } = await useCommand(workspace)
  workspace.advance(30 * 60_000)
  expect(await answer(responseUrl, { text: 'in time' })).toBe('200 {"ok":true}')
  workspace.advance(1)
  expect(await answer(responseUrl, { text: 'late' })).toBe('404 {"ok":false,"error":"expired_url"}')
  expect(await answer(responseUrl.slice(0, -1), { text: 'made up' })).toContain('expired_url')
})

it('a response_url refuses bad content without counting it', async () => {
  const workspace = await openWorkspace()
  const { responseUrl } = await useCommand(workspace)
  expect(await answer(responseUrl, {})).toBe('400 {"ok":false,"error":"no_text"}')
  expect(await answer(responseUrl, { blocks: [{ type: 'banner' }] })).toContain(
    '400 {"ok":false,"error":"invalid_blocks"'
  )
  for (let use = 0; use < 5; use++) expect(await answer(responseUrl, { text: 'fine' })).toContain('200')
})

it('a response_url posts for everybody, replaces and deletes', async () => {
  const { slack, ana, docs } = await openWorkspace()
  const blocks = [
    { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }] }
  ]
  const ts = await postAsBot(slack, docs, { blocks })
  await callSlack(slack, 'chat.postEphemeral', { channel: docs, user: ana, text: 'only you', blocks })
  const ephemeralTs = slack.ephemerals(docs, ana)[0]?.ts
  const onMessage = await slack.press({ user: ana, channel: docs, messageTs: ts, actionId: 'go' })
  const onEphemeral = await slack.press({ user: ana, channel: docs, messageTs: ephemeralTs, actionId: 'go' })

  await answer(onMessage.responseUrl ?? '', { text: 'for all', response_type: 'in_channel' })
  await answer(onMessage.responseUrl ?? '', { text: 'done', replace_original: true })
  await answer(onEphemeral.responseUrl ?? '', { text: 'seen', replace_original: true })
  expect(slack.messages(docs)).toMatchObject([
    { text: 'done', blocks: undefined },
    { text: 'for all', bot_id: slack.botId }
  ])
  expect(slack.ephemerals(docs, ana).at(0)).toMatchObject({ text: 'seen', blocks: undefined })
})

it('calls above the documented rate must wait as long as Retry-After says', async () => {
  const { slack, docs, secret, advance } = await openWorkspace()
  const post = (channel: string) => callSlack(slack, 'chat.postMessage', { channel, text: 'hello' })
  for (let burst = 0; burst < 5; burst++) expect((await post(docs)).status).toBe(200)
  expect(await post(docs)).toEqual({ status: 429, retryAfter: '1', body: { ok: false, error: 'ratelimited' } })
  expect((await post(secret)).status).toBe(200)
  advance(1_000)
  expect((await post(docs)).status).toBe(200)
  expect((await post(docs)).status).toBe(429)
})

it('reactions.remove is tier 2, and rate limits can be turned off', async () => {
  const { slack, docs } = await openWorkspace()
  const remove = () => callSlack(slack, 'reactions.remove', { channel: docs, timestamp: '1.000000', name: 'eyes' })
  for (let call = 0; call < 20; call++) expect((await remove()).status).toBe(200)
  expect(await remove()).toMatchObject({ status: 429, retryAfter: '3' })

  const workspace = await openWorkspace({ rateLimits: false })
  for (let post = 0; post < 20; post++) await postAsBot(workspace.slack, workspace.docs)
  expect(workspace.slack.messages(workspace.docs)).toHaveLength(20)
})
