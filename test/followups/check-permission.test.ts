import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideWhoMay } from '../../src/followups/check-permission.ts'
import type { PersonKind } from '../../src/slack/lookups.ts'

const KINDS: PersonKind[] = ['member', 'guest', 'outsider', 'bot', 'unknown']

// What each kind of account is told: with no lists, on the list, not on the list, in a channel that is not on.
const CASES: Record<PersonKind, (string | undefined)[]> = {
  member: [undefined, undefined, 'user', 'channel'],
  guest: ['guest', undefined, 'guest', 'channel'],
  outsider: ['outsider', undefined, 'outsider', 'channel'],
  bot: ['bot', 'bot', 'bot', 'bot'],
  unknown: ['unknown', 'unknown', 'unknown', 'unknown']
}

const ask = (kind: PersonKind, users: string[], channels: string[]) =>
  decideWhoMay(
    { userId: 'U1', kind, channelId: 'C1' },
    { allowedUsers: new Set(users), allowedChannels: new Set(channels) }
  )

describe('decideWhoMay', () => {
  it.each(KINDS)('decides about a %s', kind => {
    expect([ask(kind, [], []), ask(kind, ['U1'], ['C1']), ask(kind, ['U2'], []), ask(kind, ['U1'], ['C2'])]).toEqual(
      CASES[kind]
    )
  })

  it('lets in only members and people on the list, and nobody where it is not switched on', () => {
    const ids = fc.uniqueArray(fc.constantFrom('U1', 'U2', 'C1', 'C2'))
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), ids, ids, (kind, users, channels) => {
        if (ask(kind, users, channels) !== undefined) return
        expect(kind === 'member' || users.includes('U1')).toBe(true)
        expect(channels.length === 0 || channels.includes('C1')).toBe(true)
        expect(users.length === 0 || users.includes('U1')).toBe(true)
      })
    )
  })
})
