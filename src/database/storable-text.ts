import { z } from 'zod'

/** Text as PostgreSQL can hold it: no NUL, no half of a surrogate pair. Everything from outside comes through here. */
export const storableText = z.string().transform(text => text.replaceAll('\0', '').toWellFormed())
