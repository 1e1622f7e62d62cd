import { expect, it } from 'vitest'
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

it.each(KINDS)('decides about a %s', kind => {
  const told = [ask(kind, [], []), ask(kind, ['U1'], ['C1']), ask(kind, ['U2'], []), ask(kind, ['U1'], ['C2'])]
  expect(told).toEqual(CASES[kind])
})
