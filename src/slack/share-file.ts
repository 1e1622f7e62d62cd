import type { webApi } from '@slack/bolt'
import { z } from 'zod'
import type { PostToAddress } from './post-to-address.ts'
import { SlackUnclear } from './slack-failure.ts'

export type TextFile = { name: string; title: string; content: string }

/** `perhaps`: Slack has all of it, and did not say whether it shows it. */
export type Shared = 'shared' | 'perhaps'

type Deps = {
  web: webApi.WebClient
  call: <Result>(request: () => Promise<Result>) => Promise<Result | undefined>
  postToAddress: PostToAddress
}

const uploadSchema = z.object({ upload_url: z.string(), file_id: z.string() })

/** Until the last of its three calls, nobody sees any of the file. */
export const createFileShare =
  ({ web, call, postToAddress }: Deps) =>
  async (channelId: string, { name, title, content }: TextFile): Promise<Shared> => {
    const upload = await call(() =>
      web.files.getUploadURLExternal({ filename: name, length: Buffer.byteLength(content) })
    )
    const { upload_url, file_id } = uploadSchema.parse(upload)
    await postToAddress('upload_url', upload_url, {
      body: Buffer.from(content),
      headers: { 'content-type': 'application/octet-stream' }
    })
    try {
      await call(() => web.files.completeUploadExternal({ files: [{ id: file_id, title }], channel_id: channelId }))
      return 'shared'
    } catch (error) {
      if (error instanceof SlackUnclear) return 'perhaps'
      throw error
    }
  }
