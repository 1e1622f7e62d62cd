import type http from 'node:http'
import type https from 'node:https'
import type { webApi } from '@slack/bolt'
import got from 'got'
import { z } from 'zod'
import { isSlackAddress } from './is-slack-address.ts'
import { SlackRefusal, SlackUnclear, toSlackFailure } from './slack-failure.ts'

export type TextFile = { name: string; title: string; content: string }

/** `perhaps`: Slack has all of it, and did not say whether it shows it. */
export type Shared = 'shared' | 'perhaps'

type Deps = {
  web: webApi.WebClient
  call: <Result>(request: () => Promise<Result>) => Promise<Result | undefined>
  apiUrl: string
  agents: { http: http.Agent; https: https.Agent }
  timeoutMs: number
}

const uploadSchema = z.object({ upload_url: z.string(), file_id: z.string() })

/** Until the last of its three calls, nobody sees any of the file. */
export const createFileShare =
  ({ web, call, apiUrl, agents, timeoutMs }: Deps) =>
  async (channelId: string, { name, title, content }: TextFile): Promise<Shared> => {
    const bytes = Buffer.from(content)
    const upload = await call(() => web.files.getUploadURLExternal({ filename: name, length: bytes.length }))
    const { upload_url, file_id } = uploadSchema.parse(upload)
    if (!isSlackAddress(upload_url, apiUrl)) throw new SlackRefusal('upload_url is not from Slack')
    const { statusCode } = await got
      .post(upload_url, {
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
        agent: agents,
        timeout: { request: timeoutMs },
        retry: { limit: 0 },
        followRedirect: false
      })
      .catch(error => {
        throw toSlackFailure(error)
      })
    if (statusCode !== 200) throw new SlackUnclear(`http ${statusCode}`)
    try {
      await call(() => web.files.completeUploadExternal({ files: [{ id: file_id, title }], channel_id: channelId }))
      return 'shared'
    } catch (error) {
      if (error instanceof SlackUnclear) return 'perhaps'
      throw error
    }
  }
