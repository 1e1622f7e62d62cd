/** What kind of account somebody has, seen from this workspace. */
export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'unknown'
