/** The kind of account a person has, as seen from this workspace. */
export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'unknown'
