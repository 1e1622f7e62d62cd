import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, productionText, readScripts, readText, sectionOf, tableRows } from './project-files.ts'

const inDocs = existsSync('docs') ? await filesUnder('docs') : []
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs.filter(file => file.endsWith('.md'))]

const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** What a heading is called in a link, as GitHub makes it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

describe.each(documents)('%s', file => {
  it('links to what exists', async () => {
    const targets = found(await readText(file), /\]\(([^)]+)\)/g).filter(target => !/^https?:/.test(target))
    for (const target of targets) {
      const [path = '', heading] = target.split('#')
      const to = path === '' ? file : join(dirname(file), path)
      expect(existsSync(to), `${file} links to ${target}`).toBe(true)
      if (heading) expect(found(await readText(to), /^#+ (.+)$/gm).map(anchor)).toContain(heading)
    }
  })

  it('names scripts that exist', async () => {
    const scripts = Object.keys(await readScripts())
    for (const name of found(await readText(file), /npm run ([\w:-]+)/g)) expect(scripts).toContain(name)
  })

  it('names files that exist', async () => {
    const paths = found(await readText(file), /(?<![\w/.@-])((?:src|test|docs|\.ci)\/[\w./-]*[\w/])(?![\w*<…])/g)
    expect(paths.filter(path => !existsSync(path))).toEqual([])
  })
})

describe('README.md', () => {
  it('starts with the two lines that run the main job and the tests, and they are scripts', async () => {
    const section = sectionOf(await readText('README.md'), '## Try it in a minute')
    const lines = section.trim().split('\n').slice(1, 3)
    expect(lines.map(line => line.replace(/\s+#.*/, ''))).toEqual(['npm ci && npm run sandbox', 'npm ci && npm test'])
    expect(Object.keys(await readScripts())).toEqual(
      expect.arrayContaining(['sandbox', 'test', 'check', 'start', 'dev'])
    )
  })

  it('quotes the bot and its log as they speak', async () => {
    const source = await productionText()
    const quotes = found(await readText('README.md'), /“([^”]+)”/g).map(words => words.replace(/\s+/g, ' '))
    expect(quotes.length).toBeGreaterThan(10)
    expect(quotes.filter(words => !source.includes(words))).toEqual([])
  })

  it('has a row for every button with words, and for every folder and top file of the source', async () => {
    const readme = await readText('README.md')
    const labels = found(await productionText(), /\bbutton\('[\w-]+', '([^']+)'/g)
    const shown = tableRows(sectionOf(readme, '## What you can do')).flatMap(([cell = '']) => cell.split(' / '))
    expect(labels.filter(label => !shown.includes(label))).toEqual([])

    const entries = await readdir('src', { withFileTypes: true })
    const places = tableRows(sectionOf(readme, '## How it works')).map(([place]) => place)
    expect(entries.map(({ name }) => `\`src/${name}\``).filter(place => !places.includes(place))).toEqual([])
  })

  it('has a row for every script', async () => {
    const rows = tableRows(sectionOf(await readText('README.md'), '## Develop')).map(([cell = '']) => cell)
    const names = rows.map(cell => cell.replace(/^`npm (?:run )?|`$/g, ''))
    expect(names.sort()).toEqual(Object.keys(await readScripts()).sort())
  })
})

it('runs in .ci/run what the README and the contract say', async () => {
  const lines = (await readText('.ci/run')).split('\n')
  for (const line of ['npm ci', 'npm run check']) expect(lines.some(text => text.startsWith(line))).toBe(true)
  expect((await readScripts()).check).toMatch(/ && npm test$/)
})

it('names a test for every promise, by its file and by words of its title', async () => {
  const text = await readText('docs/reliability.md')
  const promises = text.slice(text.indexOf('### Nothing is lost'), text.indexOf('## What is not promised'))
  const rows = promises.split('\n').filter(line => /^\| (?!You can rely|-)/.test(line) && !line.startsWith('|---'))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) {
    const [, file = 'none', words = ''] = /`(test\/[^`]+)` “([^”]+)” \|$/.exec(row) ?? []
    const titles = found(
      await readText(file),
      /\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)*\(?\(\s*(?:\[[\s\S]*?\]\s*\)\(\s*)?['"`](.+?)['"`],/g
    )
    expect([row, titles.filter(title => title.includes(words))]).not.toEqual([row, []])
  }
})
