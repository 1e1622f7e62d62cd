import { z } from 'zod'
import { type ApiMethod, defineMethod, enterChannel, refuseArchived, whole } from '../api-method.ts'
import { fromNested } from '../compose-content.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import { AS_BOT } from './chat-methods.ts'

const LARGEST_BYTES = 1_000_000_000
const filesSchema = z.array(z.object({ id: z.string().min(1), title: z.string().optional() })).min(1)

export const fileMethods: Record<string, ApiMethod> = {
  'files.info': defineMethod({
    scope: 'files:read',
    perMinute: 100,
    params: z.object({ file: z.string().min(1) }),
    run({ world }, params) {
      const file = world.files.get(params.file)
      if (!file) throw new SlackRefusal('file_not_found')
      return { file: structuredClone(file) }
    }
  }),
  'files.getUploadURLExternal': defineMethod({
    scope: 'files:write',
    perMinute: 100,
    params: z.object({ filename: z.string().min(1), length: whole.min(1) }),
    run({ uploads }, { filename, length }) {
      if (length > LARGEST_BYTES) throw new SlackRefusal('file_upload_size_restricted')
      return uploads.open(filename, length)
    }
  }),
  'files.completeUploadExternal': defineMethod({
    scope: 'files:write',
    perMinute: 100,
    params: z.object({
      files: z.preprocess(fromNested, filesSchema),
      // A person's id is not taken for the direct messages with them.
      channel_id: z
        .string()
        .regex(/^[CGDZ][A-Z0-9]+$/)
        .optional()
    }),
    run(context, { files, channel_id }) {
      const channel = channel_id === undefined ? undefined : refuseArchived(enterChannel(context, channel_id))
      const complete = files.map(({ id, title }) => context.uploads.complete(id, title))
      if (channel) context.board.post(channel, { ...AS_BOT, text: '', subtype: 'file_share', files: complete })
      return { files: complete.map(({ id, title }) => ({ id, title })) }
    }
  })
}
