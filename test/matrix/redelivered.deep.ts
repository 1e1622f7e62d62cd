import { it } from 'vitest'
import { BROUGHT_AGAIN } from './redelivered.ts'
import { bringAndCompare } from './slack-brings.ts'

// Not as `$name`, which cuts what is longer than 40 characters.
it.each(BROUGHT_AGAIN.map(brought => [brought.name, brought] as const))('%s', (_, brought) => bringAndCompare(brought))
