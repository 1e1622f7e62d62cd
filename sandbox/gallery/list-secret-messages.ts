import { secretAsIdMessage, secretFoundMessage } from '../../src/followups/messages/secret-messages.ts'
import { each, type GalleryGroup, galleryGroup } from './gallery-group.ts'
import { LONG } from './sample-followup.ts'

const STARTS = ['ghp_', '<!ch', '*a_`']
const ONE_LINE = { what: 'instruction', isOneLine: true, sendAnyway: 'the words' } as const

export function listSecretMessages(): GalleryGroup[] {
  return [
    galleryGroup('Words that look like a secret', true, [
      ...each('secretFoundMessage', 'Looks like a secret', STARTS, start =>
        secretFoundMessage([{ kind: 'github', line: 1, start }], ONE_LINE)
      ),
      [
        'secretFoundMessage',
        'Looks like many secrets, and is long',
        secretFoundMessage(
          STARTS.concat(STARTS).map((start, at) => ({ kind: 'named', line: at + 1, start })),
          { what: 'instruction', isOneLine: false, sendAnyway: LONG }
        )
      ],
      [
        'secretFoundMessage',
        'Looks like a secret, where they are refused',
        secretFoundMessage([{ kind: 'private key', line: 2, start: '----' }], { ...ONE_LINE, sendAnyway: undefined })
      ],
      [
        'secretFoundMessage',
        'Looks like a secret since an edit',
        secretFoundMessage([{ kind: 'jwt', line: 1, start: 'eyJh' }], { ...ONE_LINE, what: 'edit' })
      ],
      [
        'secretFoundMessage',
        'Holds a secret of the bot',
        secretFoundMessage([{ kind: 'own', line: 1, start: '' }], {
          ...ONE_LINE,
          what: 'message',
          sendAnyway: undefined
        })
      ],
      [
        'secretAsIdMessage',
        'Looks like a secret instead of a job',
        secretAsIdMessage([{ kind: 'github', line: 1, start: 'ghp_' }], true)
      ]
    ])
  ]
}
