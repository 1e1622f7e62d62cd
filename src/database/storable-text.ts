import { z } from 'zod'

/** Text that PostgreSQL can store: no NUL, no lone surrogate. Everything from outside passes through here. */
export const storableText = z.string().transform(text => text.replaceAll('\0', '').toWellFormed())
