import { expect, it } from 'vitest'
import { findSecrets, hideSecrets } from '../../../src/followups/rules/find-secrets.ts'
import { createChance } from '../../simulation/seeded-random.ts'
import { processorMs } from '../../support/processor-ms.ts'
import { CANARIES, makeCanary } from '../../support/secret-canaries.ts'

/** Anything random that is long enough to be worth something. */
const leftOver = (shown: string) => shown.match(/(?=\w*\d)(?=\w*[A-Za-z])\w{12,}/g) ?? []

it.each(CANARIES)('hides all of a secret of the kind “%s”, and nothing beside it', (_, make) => {
  const shown = hideSecrets(`Deploy it with this:\n\n${make(createChance(1))}\nand tell me`)
  expect(shown).toMatch(/^Deploy it with this:\n\n[^\n]*••••"?\nand tell me$/)
  expect(leftOver(shown)).toEqual([])
})

const LONG = Array.from({ length: 8 }, (_, at) => createChance(at).pick(['x9Kq2LmZ0', 'f8TbNc7Re', 'W5vZk3Pq1'])).join(
  ''
)
const KEY_LINES = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')

it.each([
  ['a name', 'set password=Tr4ub-do!r9x, then go on', 'set password=••••, then go on'],
  ['an address', 'use postgres://ana:p4Zx81kq@db.acme.io/shop.', 'use postgres://ana:••••.'],
  ['an object', '{"password": "Tr4ubdor9x", "user": "ana"}', '{"password": "••••", "user": "ana"}'],
  ['code marks', 'the password: `k9$Lm2pQ` (new)', 'the password: `••••` (new)'],
  ['a secret longer than what is looked for', `token=${LONG} it`, 'token=•••• it'],
  ['what follows a sign', 'password=Tr4ubdor9x&yz99z now', 'password=•••• now'],
  ['two secrets', `${makeCanary('github')} and ${makeCanary('npm')}`, '•••• and ••••'],
  ['one secret in another', `password=Ab1${makeCanary('github')}`, 'password=••••'],
  ['a key in a quote', `> ${KEY_LINES}\n> ${LONG.slice(0, 64)}\n> ${LONG.slice(0, 60)}`, '> ••••']
])('hides %s', (_, text, shown) => {
  expect(hideSecrets(text)).toBe(shown)
})

it('leaves what holds no secret as it is', () => {
  const text = 'Rotate the token: 123e4567-e89b-12d3-a456-426614174000 stays.\n`npm run fix`'
  expect(hideSecrets(text)).toBe(text)
})

it('hides all it finds, however many there are, and finds nothing in what it shows', () => {
  const text = Array.from({ length: 40 }, () => makeCanary('aws')).join(' ')
  expect(hideSecrets(text)).toBe(Array.from({ length: 40 }, () => '••••').join(' '))
  expect(CANARIES.flatMap(([, make]) => findSecrets(hideSecrets(make(createChance(2)))))).toEqual([])
})

it.each(['password=aB3', 'a,', '",', 'token: ', 'x'.repeat(9)])('takes no time over many of “%s”', part => {
  expect(processorMs(() => hideSecrets(`password=aB3dE5gH${part.repeat(20_000)}`))).toBeLessThan(2_000)
})
