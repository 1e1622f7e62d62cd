import type { GalleryGroup } from './gallery-group.ts'
import { listCards } from './list-cards.ts'
import { listDirectMessages } from './list-direct-messages.ts'
import { listEditMessages } from './list-edit-messages.ts'
import { listForms } from './list-forms.ts'
import { listGotItMessages } from './list-got-it-messages.ts'
import { listHome } from './list-home.ts'
import { listNextMessages } from './list-next-messages.ts'
import { listOverviews } from './list-overviews.ts'
import { listPrivateMessages } from './list-private-messages.ts'
import { listSecretMessages } from './list-secret-messages.ts'
import { listSettings } from './list-settings.ts'
import { listSpeakerMessages } from './list-speaker-messages.ts'
import { listThreadMessages } from './list-thread-messages.ts'
import { listWaitMessages } from './list-wait-messages.ts'
import { listWatchMessages } from './list-watch-messages.ts'

/** Every message the product can say, made by the functions that say it. */
export function listGallery(nowMs: number): GalleryGroup[] {
  return [
    ...listCards(nowMs),
    ...listThreadMessages(nowMs),
    ...listNextMessages(nowMs),
    ...listWaitMessages(nowMs),
    ...listPrivateMessages(nowMs),
    ...listGotItMessages(nowMs),
    ...listDirectMessages(nowMs),
    ...listSpeakerMessages(),
    ...listOverviews(nowMs),
    ...listEditMessages(nowMs),
    ...listSecretMessages(),
    ...listForms(nowMs),
    ...listSettings(nowMs),
    ...listWatchMessages(nowMs),
    ...listHome(nowMs)
  ]
}
