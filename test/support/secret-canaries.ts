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
export const CANARIES: [what: string, (chance: Chance) => string][] = [
  ['an AWS access key', chance => join('AK', 'IA', some(chance, `${LOWER.toUpperCase()}234567`, 16))],
  ['a GitHub token', chance => join('gh', chance.pick(['p', 'o', 's']), '_', some(chance, ALPHANUMERIC, 36))],
  [
    'a GitHub token',
    chance => join('github', '_pat_', some(chance, ALPHANUMERIC, 22), '_', some(chance, ALPHANUMERIC, 59))
  ],
  ['a GitLab token', chance => join('gl', 'pat-', some(chance, ALPHANUMERIC, 20))],
  [
    'a Slack token',
    chance =>
      join('xo', 'xb-', some(chance, DIGITS, 12), '-', some(chance, DIGITS, 13), '-', some(chance, ALPHANUMERIC, 24))
  ],
  [
    'a Slack token',
    chance => join('xa', 'pp-1-A', some(chance, DIGITS, 10), '-', some(chance, DIGITS, 13), '-', some(chance, HEX, 64))
  ],
  [
    'a Slack webhook',
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
  ['a Stripe key', chance => join(chance.pick(['s', 'r']), 'k_live_', some(chance, ALPHANUMERIC, 24))],
  ['the key of a language model', chance => join('sk', '-proj-', some(chance, ALPHANUMERIC, 48))],
  ['the key of a language model', chance => join('sk', '-ant-api03-', some(chance, ALPHANUMERIC, 93), 'AA')],
  ['a Google key', chance => join('AI', 'za', some(chance, ALPHANUMERIC, 35))],
  ['an npm token', chance => join('np', 'm_', some(chance, ALPHANUMERIC, 36))],
  ['a PyPI token', chance => join('py', 'pi-AgEIcHlwaS5vcmc', some(chance, ALPHANUMERIC, 120))],
  ['a SendGrid key', chance => join('S', 'G.', some(chance, ALPHANUMERIC, 22), '.', some(chance, ALPHANUMERIC, 43))],
  ['a Twilio key', chance => join('S', 'K', some(chance, HEX, 32))],
  ['a DigitalOcean token', chance => join('do', 'p_v1_', some(chance, HEX, 64))],
  ['a Hugging Face token', chance => join('h', 'f_', some(chance, ALPHANUMERIC, 34))],
  ['an Azure key', chance => join('Account', 'Key=', some(chance, BASE64, 86), '==')],
  [
    'a signed token',
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
    'a private key',
    chance =>
      join('-----BEGIN RSA ', 'PRIVATE KEY-----\n', some(chance, BASE64, 64), '\n-----END RSA ', 'PRIVATE KEY-----')
  ],
  [
    'a private key',
    chance => join('-----BEGIN ', 'PRIVATE KEY-----\\n', some(chance, BASE64, 64), '\\n-----END ', 'PRIVATE KEY-----')
  ],
  [
    'a password in an address',
    chance => join('postgres://app', ':', some(chance, ALPHANUMERIC, 12), '7q@db.acme.io/shop')
  ]
]

/** One of them: always the same. */
export function makeCanary(wanted: string): string {
  const make = CANARIES.find(([what]) => what === wanted)?.[1]
  if (make === undefined) throw new Error(`There is no canary for ${wanted}`)
  return make(createChance(1))
}
