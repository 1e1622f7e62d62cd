import { listCards } from './list-cards.ts'
import { listForms, listSettings } from './list-forms.ts'
import { listHome, listOverviews, listWatchMessages } from './list-overviews.ts'
import { listPrivateMessages, listSecretMessages } from './list-private-messages.ts'
import { listThreadMessages } from './list-thread-messages.ts'
import type { GalleryGroup } from './samples.ts'

/** Every message the product can say, made by the functions that say it. */
export function listGallery(nowMs: number): GalleryGroup[] {
  return [
    ...listCards(nowMs),
    ...listThreadMessages(nowMs),
    ...listPrivateMessages(nowMs),
    ...listOverviews(nowMs),
    ...listSecretMessages(),
    ...listForms(nowMs),
    ...listSettings(),
    ...listWatchMessages(nowMs),
    ...listHome(nowMs)
  ]
}
