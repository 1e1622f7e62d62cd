import { CARDS } from './cards.ts'
import { FORMS } from './forms.ts'
import { OVERVIEWS } from './overviews.ts'
import { PRIVATE_MESSAGES } from './private-messages.ts'
import { THREAD_MESSAGES } from './thread-messages.ts'

/** Every message the product can say, made by the functions that say it. */
export const GALLERY = [...CARDS, ...THREAD_MESSAGES, ...PRIVATE_MESSAGES, ...OVERVIEWS, ...FORMS]
