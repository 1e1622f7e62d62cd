import { expect, it } from 'vitest'
import { callSlack } from './call-slack.ts'
import { openWorkspace } from './open-workspace.ts'

it('a token is refused: missing, wrong, of the wrong kind, revoked', async () => {
  const { slack } = await openWorkspace()
  const errorOf = async (method: string, token: string) => (await callSlack(slack, method, {}, token)).body.error
  expect(await errorOf('auth.test', '')).toBe('not_authed')
  expect(await errorOf('auth.test', 'xoxb-wrong')).toBe('invalid_auth')
  expect(await errorOf('auth.test', slack.appToken)).toBe('not_allowed_token_type')
  expect(await errorOf('apps.connections.open', slack.botToken)).toBe('not_allowed_token_type')
  expect(await errorOf('auth.test', slack.botToken)).toBeUndefined()
  slack.revokeToken('bot')
  expect(await errorOf('auth.test', slack.botToken)).toBe('token_revoked')
  expect(slack.calls('auth.test').map(call => call.token)).toEqual(['none', 'unknown', 'app', 'bot', 'bot'])
})

it('the token can also be in the form or the JSON', async () => {
  const { slack, docs } = await openWorkspace()
  const form = new URLSearchParams({ token: slack.botToken })
  expect(await (await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', body: form })).json()).toMatchObject({
    ok: true
  })
  const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
    body: JSON.stringify({ channel: docs, blocks: [{ type: 'divider' }], text: 'in JSON' })
  })
  expect(await response.json()).toMatchObject({ ok: true, message: { text: 'in JSON', blocks: [{ type: 'divider' }] } })
})

it.each([
  ['chat.postMessage', 'chat:write'],
  ['chat.update', 'chat:write'],
  ['reactions.add', 'reactions:write'],
  ['users.info', 'users:read']
])('%s needs the scope %s', async (method, needed) => {
  const { slack } = await openWorkspace({ botScopes: ['commands'] })
  const { body } = await callSlack(slack, method, {})
  expect(body).toMatchObject({ ok: false, error: 'missing_scope', needed, provided: 'commands' })
})

it('the scope of a read depends on the kind of channel', async () => {
  const { slack, docs, secret, ana } = await openWorkspace({ botScopes: ['commands'] })
  const neededFor = async (method: string, channel: string) => (await callSlack(slack, method, { channel })).body.needed
  expect(await neededFor('conversations.history', docs)).toBe('channels:history')
  expect(await neededFor('conversations.history', secret)).toBe('groups:history')
  expect(await neededFor('conversations.info', slack.directChannel(ana).id)).toBe('im:read')
})
