import type { SecretKind } from '../../src/followups/rules/find-secrets.ts'
import { type Chance, createChance } from '../simulation/seeded-random.ts'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const ALPHANUMERIC = `${LOWER}${LOWER.toUpperCase()}${DIGITS}`
const BASE64 = `${ALPHANUMERIC}+/`

const some = (chance: Chance, alphabet: string, length: number) =>
  Array.from({ length }, () => chance.pick([...alphabet])).join('')

// Put together here, so that nothing that searches this repository takes them for secrets.
const join = (...parts: string[]) => parts.join('')

/** Secrets of every kind that the guard knows, none of which opens anything. */
export const CANARIES: [SecretKind, (chance: Chance) => string][] = [
  ['aws', chance => join('AK', 'IA', some(chance, `${LOWER.toUpperCase()}234567`, 16))],
  ['github', chance => join('gh', chance.pick(['p', 'o', 's']), '_', some(chance, ALPHANUMERIC, 36))],
  ['github', chance => join('github', '_pat_', some(chance, ALPHANUMERIC, 22), '_', some(chance, ALPHANUMERIC, 59))],
  ['gitlab', chance => join('gl', 'pat-', some(chance, ALPHANUMERIC, 20))],
  [
    'slack',
    chance =>
      join('xo', 'xb-', some(chance, DIGITS, 12), '-', some(chance, DIGITS, 13), '-', some(chance, ALPHANUMERIC, 24))
  ],
  [
    'slack',
    chance => join('xa', 'pp-1-A', some(chance, DIGITS, 10), '-', some(chance, DIGITS, 13), '-', some(chance, HEX, 64))
  ],
  [
    'slack address',
    chance =>
      join(
        'https://hooks.',
        'slack.com/services/T0A',
        some(chance, DIGITS, 8),
        '/B0A',
        some(chance, DIGITS, 8),
        '/',
        some(chance, ALPHANUMERIC, 24)
      )
  ],
  ['stripe', chance => join(chance.pick(['s', 'r']), 'k_live_', some(chance, ALPHANUMERIC, 24))],
  ['model', chance => join('sk', '-proj-', some(chance, ALPHANUMERIC, 48))],
  ['model', chance => join('sk', '-ant-api03-', some(chance, ALPHANUMERIC, 93), 'AA')],
  ['google', chance => join('AI', 'za', some(chance, ALPHANUMERIC, 35))],
  ['npm', chance => join('np', 'm_', some(chance, ALPHANUMERIC, 36))],
  ['pypi', chance => join('py', 'pi-AgEIcHlwaS5vcmc', some(chance, ALPHANUMERIC, 120))],
  ['sendgrid', chance => join('S', 'G.', some(chance, ALPHANUMERIC, 22), '.', some(chance, ALPHANUMERIC, 43))],
  ['twilio', chance => join('S', 'K', some(chance, HEX, 32))],
  ['digitalocean', chance => join('do', 'p_v1_', some(chance, HEX, 64))],
  ['huggingface', chance => join('h', 'f_', some(chance, ALPHANUMERIC, 34))],
  ['azure', chance => join('Account', 'Key=', some(chance, BASE64, 86), '==')],
  [
    'jwt',
    chance =>
      join(
        'ey',
        'J',
        some(chance, ALPHANUMERIC, 33),
        '.ey',
        'J',
        some(chance, ALPHANUMERIC, 71),
        '.',
        some(chance, ALPHANUMERIC, 43)
      )
  ],
  [
    'private key',
    chance =>
      join('-----BEGIN RSA ', 'PRIVATE KEY-----\n', some(chance, BASE64, 64), '\n-----END RSA ', 'PRIVATE KEY-----')
  ],
  [
    'private key',
    chance => join('-----BEGIN ', 'PRIVATE KEY-----\\n', some(chance, BASE64, 64), '\\n-----END ', 'PRIVATE KEY-----')
  ],
  [
    'password in an address',
    chance => join('postgres://app', ':', some(chance, ALPHANUMERIC, 12), '7q@db.acme.io/shop')
  ],
  ['named', chance => join('api', '_key=', some(chance, ALPHANUMERIC, 32))],
  ['named', chance => join('aws_secret_access_', 'key = ', some(chance, BASE64, 40))],
  ['named', chance => join('"client_', 'secret": "', some(chance, ALPHANUMERIC, 24), '"')],
  ['named', chance => join('PASS', 'WORD: ', some(chance, ALPHANUMERIC, 12), '!aB3')],
  ['named', chance => join('the access ', 'token for staging is ', some(chance, HEX, 40))]
]

/** One of that kind: always the same. */
export function makeCanary(wanted: SecretKind): string {
  const make = CANARIES.find(([kind]) => kind === wanted)?.[1]
  if (make === undefined) throw new Error(`There is no canary of the kind ${wanted}`)
  return make(createChance(1))
}
