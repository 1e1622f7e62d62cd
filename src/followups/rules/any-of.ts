/** A regular expression’s part that is one of these. */
export const anyOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`
