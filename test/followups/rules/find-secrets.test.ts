import { expect, it } from 'vitest'
import { findSecrets } from '../../../src/followups/rules/find-secrets.ts'
import { createChance } from '../../simulation/seeded-random.ts'
import { CANARIES, makeCanary } from '../../support/secret-canaries.ts'

it.each(CANARIES)('finds a secret of the kind “%s”, and says in which line and how it begins', (kind, make) => {
  const canary = make(createChance(1))
  const [found, ...more] = findSecrets(`Deploy it with this:\n\n${canary}\nand tell me`)
  expect([found?.kind, found?.line, more]).toEqual([kind, 3, []])
  expect(canary).toContain(found?.start)
  expect(found?.start).toHaveLength(4)
})

it.each(['digitalocean', 'github', 'google', 'huggingface', 'npm'] as const)(
  'finds one of the kind “%s” that lost its end, or took something along',
  kind => {
    const canary = makeCanary(kind)
    for (const text of [canary.slice(0, -1), canary.slice(0, -5), `${canary}a`])
      expect(findSecrets(`use ${text} for it`)).toMatchObject([{ kind }])
  }
)

it('finds each of several, in their order', () => {
  const text = `first ${makeCanary('npm')}\nthen ${makeCanary('aws')} and ${makeCanary('named')}`
  expect(findSecrets(text).map(({ kind, line }) => `${kind} ${line}`)).toEqual(['npm 1', 'aws 2', 'named 2'])
})

it.each([
  ['a password in a sentence', 'My password for staging is Tr4ub-do!r9, use it'],
  ['a password in code marks', 'password: `k9$Lm2pQ`'],
  ['a flag', 'run it with --token Zx81kqPw03mNvR7tYbLe'],
  ['a header', 'Authorization: Bearer 8fKq2LmZ0xWv71TbNcRe'],
  ['an object', '{ apiKey: "Zx81kqPw03mNvR7tYbLe", retries: 3 }'],
  ['a query', 'GET /v1/me?lang=en&access_token=Zx81kqPw03mNvR7tYbLe&page=2'],
  ['a code block', 'secret:\n```\nZx81kqPw03mNvR7tYbLe\n```'],
  ['an address without a user', 'redis://:p4Zx81kq@cache.internal:6379']
])('finds %s', (_, text) => {
  expect(findSecrets(text)).toHaveLength(1)
})

it.each([
  ['placeholders', 'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and api_key: <your-token>, or sk-...'],
  ['the example key of the manual', 'AKIAIOSFODNN7EXAMPLE'],
  ['variables', `token: \${{ secrets.NPM_TOKEN }} password=$DB_PASSWORD key={apiKey2} secret: process.env.S3_SECRET2`],
  ['a commit', 'the key commit is 3f2c9a1b7d4e8f60112233445566778899aabbcc, cherry-pick it'],
  ['a UUID', 'key: 123e4567-e89b-12d3-a456-426614174000'],
  ['a path', 'the key src/followups/rules/find-secrets2.ts and secret: ./config/v2/tokens3.json'],
  ['the digest of a lock file', '"key": "sha512-9Qx2vL0mZ8kq7WbNcReTyUiOpAsDfGhJkLzXcVbNm=="'],
  ['an image', 'the token ![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA)'],
  ['an address', 'key: https://example.com/a/B1c2D3e4F5g6'],
  ['an address for everybody', 'postgres://user:password@localhost:5432/name and https://foo:bar@example.com'],
  ['plain words', 'The password: correct-horse-battery-staple. Token rotation is key, secret: none'],
  ['names in code', 'rename tokenStore2 to secretKeyBase, key = sha256Digest(value) or kubernetes.io/tls'],
  ['a key without its body', 'It begins with -----BEGIN PRIVATE KEY-----\nMIIE...'],
  ['a version', 'keyv: ^5.2.0-beta.12'],
  ['classes of a style sheet', 'sk-folding-cube sk-circle-fade-dot-item-twelve']
])('takes %s for no secret', (_, text) => {
  expect(findSecrets(text)).toEqual([])
})

it.each([
  'key:',
  'key: ',
  'eyJ-',
  'eyJaaaaaaaaaa.',
  'a://b:',
  'sk-a-',
  'xoxb-',
  'ghp_',
  'a',
  ' ',
  '-----BEGIN PRIVATE KEY-----\n'
])('takes no longer for each character of a long text of “%s”', piece => {
  const cpuMs = (length: number) => {
    const text = piece.repeat(length / piece.length)
    const before = process.cpuUsage()
    findSecrets(text)
    return process.cpuUsage(before).user / 1_000
  }
  cpuMs(5_000)
  expect(cpuMs(40_000)).toBeLessThan(2_000)
})
