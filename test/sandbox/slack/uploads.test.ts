import { expect, it } from 'vitest'
import { z } from 'zod'
import { callSlack, type Params } from './call-slack.ts'
import { openWorkspace } from './open-workspace.ts'

const upload = z.object({ upload_url: z.string(), file_id: z.string() })
const CSV = '\ufeffWho,What\r\nÁna,"a ""b"""\r\n'
const LENGTH = Buffer.byteLength(CSV)

async function openUploads(botScopes?: string[]) {
  const workspace = await openWorkspace(botScopes && { botScopes })
  const { slack, ana } = workspace
  const direct = slack.directChannel(ana).id
  const send = async (url: string, body: string) => (await fetch(url, { method: 'POST', body })).status
  return {
    ...workspace,
    direct,
    send,
    begin: async (length = LENGTH) =>
      upload.parse((await callSlack(slack, 'files.getUploadURLExternal', { filename: 'log.csv', length })).body),
    complete: async (id: string, more: Params = { channel_id: direct }) =>
      (await callSlack(slack, 'files.completeUploadExternal', { files: [{ id, title: 'Log' }], ...more })).body
  }
}

it('shows a file in a conversation once it is there, and lets it be downloaded as it was sent', async () => {
  const { slack, direct, begin, send, complete } = await openUploads()
  const { upload_url, file_id } = await begin()
  expect(await send(upload_url, CSV)).toBe(200)
  expect(slack.messages(direct)).toEqual([])
  expect(await complete(file_id)).toMatchObject({ ok: true, files: [{ id: file_id, title: 'Log' }] })
  expect(slack.messages(direct)).toMatchObject([{ user: slack.botUserId, subtype: 'file_share' }])
  const [file] = slack.messages(direct)[0]?.files ?? []
  expect(file).toMatchObject({ id: file_id, name: 'log.csv', title: 'Log', mimetype: 'text/csv', size: LENGTH })
  const response = await fetch(String(file?.url_private_download))
  expect(response.headers.get('content-disposition')).toContain('log.csv')
  expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(CSV))).toBe(true)
})

it('takes no file of another length, none that it does not know, and each only once', async () => {
  const { begin, send, complete } = await openUploads()
  const { upload_url, file_id } = await begin()
  expect(await send(upload_url, CSV.slice(0, -1))).toBe(400)
  expect(await send(`${upload_url}x`, CSV)).toBe(400)
  expect(await complete(file_id)).toMatchObject({ ok: false, error: 'file_not_found' })
  expect(await send(upload_url, CSV)).toBe(200)
  expect(await complete('F0NOTHING1')).toMatchObject({ ok: false, error: 'file_not_found' })
  expect(await complete(file_id)).toMatchObject({ ok: true })
  expect(await complete(file_id)).toMatchObject({ ok: false, error: 'file_not_found' })
})

it('refuses an empty file, one that is too large, a person instead of a conversation, and places the bot is not in', async () => {
  const { slack, ana, attic, elsewhere, hidden, begin, send, complete } = await openUploads()
  const ask = async (length: number) =>
    (await callSlack(slack, 'files.getUploadURLExternal', { filename: 'log.csv', length })).body.error
  expect([await ask(0), await ask(2_000_000_000)]).toEqual(['invalid_arguments', 'file_upload_size_restricted'])
  const { upload_url, file_id } = await begin()
  await send(upload_url, CSV)
  const refusals = [ana, attic, elsewhere, hidden].map(channel_id => complete(file_id, { channel_id }))
  expect((await Promise.all(refusals)).map(({ error }) => error)).toEqual([
    'invalid_arguments',
    'is_archived',
    'not_in_channel',
    'channel_not_found'
  ])
})

it('wants the scope for it', async () => {
  const { slack, complete } = await openUploads(['chat:write'])
  const asked = await callSlack(slack, 'files.getUploadURLExternal', { filename: 'log.csv', length: 1 })
  const refused = { error: 'missing_scope', needed: 'files:write' }
  expect([asked.body, await complete('F1')]).toMatchObject([refused, refused])
})
