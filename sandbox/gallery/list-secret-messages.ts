import { secretAsIdMessage, secretFoundMessage } from '../../src/followups/views/secret-messages.ts'
import { type GalleryGroup, galleryGroup } from './gallery-group.ts'

const FOUND = [1, 3, 4, 9].map(line => ({ what: 'a GitHub token', line }))

export const listSecretMessages = (): GalleryGroup[] => [
  galleryGroup('Words with a secret', true, [
    ['secretFoundMessage', 'A command with a secret', secretFoundMessage(FOUND.slice(0, 1), 'command')],
    ['secretFoundMessage', 'A message with many secrets', secretFoundMessage(FOUND, 'message')],
    ['secretFoundMessage', 'A secret of the bot', secretFoundMessage([{ what: 'one of my own secrets' }], 'message')],
    ['secretAsIdMessage', 'A secret instead of a job', secretAsIdMessage(FOUND, true)]
  ])
]
