/** The part of a regular expression that any of these matches. */
export const anyOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`
