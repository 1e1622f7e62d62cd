/** One thing that was looked at, and how to mend it if it is wrong. */
export type Finding = { state: 'fine' | 'wrong' | 'unseen'; words: string; mend?: string }

const SIGNS = { fine: '✓', wrong: '✗', unseen: '?' }

export const findingWords = ({ state, words, mend }: Finding) => `${SIGNS[state]} ${words}${mend ? ` — ${mend}` : ''}`
