import type { GalleryGroup } from './gallery-group.ts'
import { listCards } from './list-cards.ts'
import { listPrivateMessages } from './list-private-messages.ts'
import { listThreadMessages } from './list-thread-messages.ts'

/** Every message the product can say, made by the functions that say it. */
export function listGallery(nowMs: number): GalleryGroup[] {
  return [...listCards(nowMs), ...listThreadMessages(nowMs), ...listPrivateMessages(nowMs)]
}
