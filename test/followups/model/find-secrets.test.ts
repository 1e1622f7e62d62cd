import { expect, it } from 'vitest'
import { createSecretSearch } from '../../../src/followups/model/find-secrets.ts'
import { processorMs } from '../../support/processor-ms.ts'
import { CANARIES, makeCanary } from '../../support/secret-canaries.ts'

const findSecrets = createSecretSearch({ secrets: 'refuse', keys: { all: [] }, passwords: [] })

it.each(CANARIES)('finds %s, and says in which line', (what, secret) => {
  expect(findSecrets(`Deploy it with this:\n\n${secret}\nand tell me`)).toEqual([{ what, line: 3 }])
})

it.each(['a DigitalOcean token', 'a GitHub token', 'a Google key', 'a Hugging Face token', 'an npm token'])(
  'finds %s that lost its end, or took something along',
  what => {
    const canary = makeCanary(what)
    for (const text of [canary.slice(0, -1), canary.slice(0, -5), `${canary}a`])
      expect(findSecrets(`use ${text} for it`)).toEqual([{ what, line: 1 }])
  }
)

it('finds the bot’s own keys and passwords, whatever the operator lets through, but no ordinary word', () => {
  const own = createSecretSearch({
    secrets: 'send',
    keys: { all: ['k3y-of-us', 'sh0rt12'] },
    passwords: ['database', 'pa55 word']
  })
  const found = [{ what: 'one of my own secrets' }]
  expect(['use k3y-of-us', 'use k3y-\n| of-us', 'pa55word'].map(own)).toEqual([found, found, found])
  expect(['use sh0rt12', 'split the database', makeCanary('an npm token'), 'k3y-of'].map(own)).toEqual([[], [], [], []])
})

it('finds each of several, in their order', () => {
  const text = `first ${makeCanary('an npm token')}\nthen ${makeCanary('an AWS access key')}`
  expect(findSecrets(text)).toEqual([
    { what: 'an npm token', line: 1 },
    { what: 'an AWS access key', line: 2 }
  ])
})

it.each(['use ghp_abcdefghijklmnopqrstuvwxyz0123456789 to push', 'postgres://app:pw12345678@db.acme.io/x'])(
  'takes %j for a secret, though it counts',
  text => {
    expect(findSecrets(text)).toHaveLength(1)
  }
)

it.each([
  ['placeholders', 'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and api_key: <your-token>, or sk-...'],
  ['the example key of the manual', 'AKIAIOSFODNN7EXAMPLE'],
  ['variables', `token: \${{ secrets.NPM_TOKEN }} password=$DB_PASSWORD https://\${USER2}:\${TOKEN2}@example.com`],
  ['a commit', 'the key commit is 3f2c9a1b7d4e8f60112233445566778899aabbcc, cherry-pick it'],
  ['the digest of a lock file', '"key": "sha512-9Qx2vL0mZ8kq7WbNcReTyUiOpAsDfGhJkLzXcVbNm=="'],
  ['an image', 'the token ![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA)'],
  ['an address for everybody', 'postgres://user:password@localhost:5432/name and https://foo:bar@example.com'],
  ['a key without its body', 'It begins with -----BEGIN PRIVATE KEY-----\nMIIE...'],
  ['classes of a style sheet', 'sk-folding-cube sk-circle-fade-dot-item-twelve']
])('takes %s for no secret', (_, text) => {
  expect(findSecrets(text)).toEqual([])
})

it.each([
  'key:',
  'eyJ-',
  'eyJaaaaaaaaaa.',
  'a://b:',
  'sk-ant-',
  'xoxb-',
  'ghp_',
  'a',
  ' ',
  '-----BEGIN PRIVATE KEY-----\n'
])('takes no longer for each character of a long text of “%s”', piece => {
  expect(processorMs(() => findSecrets(piece.repeat(40_000 / piece.length)))).toBeLessThan(2_000)
})
