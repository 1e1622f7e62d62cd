import { z } from 'zod'
import { type ApiMethod, defineMethod } from '../api-method.ts'
import { SlackRefusal } from '../slack-refusal.ts'

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
  })
}
