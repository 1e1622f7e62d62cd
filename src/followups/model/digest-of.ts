import { createHash } from 'node:crypto'

/** To know words again without keeping them. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
