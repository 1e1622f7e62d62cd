import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findSecrets } from '../../../src/followups/rules/find-secrets.ts'
import { filesUnder, readText } from '../../project/project-files.ts'
import { createChance } from '../../simulation/seeded-random.ts'
import { CANARIES } from '../../support/secret-canaries.ts'

const AROUND = [
  ['', ''],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['```\n', '\n```'],
  ['```sh\n', '```'],
  ['(', ')'],
  ['', '.'],
  ['', ', then go on'],
  ['\n', '\n'],
  ['<', '>'],
  ['*', '*'],
  ['“', '”'],
  ['export X=', ''],
  ['> ', '\n'],
  ['| ', ' |'],
  ['see:', '!']
] as const

const WORDS = 'make the intro shorter, use this in src/main.ts (for the token of a key) and tell me @ben why: 42'.split(
  ' '
)

it('lets none of twelve canaries through in 100,000 prompts', () => {
  const chance = createChance(2026)
  const kinds = CANARIES.filter((_, at) => at % 2 === 0).slice(0, 12)
  const canaries = kinds.map(([, make]) => make(chance))
  const words = () => Array.from({ length: chance.between(0, 12) }, () => chance.pick(WORDS)).join(' ')
  const through = Array.from({ length: 100_000 }, () => {
    const [before, after] = chance.pick(AROUND)
    return `${words()} ${before}${chance.pick(canaries)}${after} ${words()}`
  }).filter(prompt => findSecrets(prompt).length === 0)
  expect(canaries).toHaveLength(12)
  expect(through).toEqual([])
}, 60_000)

/** What people wrote about software: documents, and the titles of tests. */
async function realProse(): Promise<string[]> {
  const inPackages = (await readdir('node_modules', { recursive: true })).filter(file => /\.md$/i.test(file))
  const documents = [...inPackages.map(file => `node_modules/${file}`), 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
  const own = (await filesUnder('docs')).filter(file => file.endsWith('.md'))
  const tests = (await filesUnder('test')).filter(file => file.endsWith('.test.ts'))
  const titles = (await Promise.all(tests.map(readText))).flatMap(text => text.match(/(?<=\bit\(')[^'\n]+/g) ?? [])
  const texts = await Promise.all([...documents, ...own].map(file => readFile(file, 'utf8').catch(() => '')))
  return [...texts, ...titles].flatMap(text => text.split('\n')).filter(line => line.trim() !== '')
}

it('raises fewer than one false alarm in a thousand lines of real prose', async () => {
  const lines = await realProse()
  const alarms = lines.filter(line => findSecrets(line).length > 0)
  expect(lines.length).toBeGreaterThan(10_000)
  expect(alarms.length / lines.length).toBeLessThan(0.001)
}, 60_000)
