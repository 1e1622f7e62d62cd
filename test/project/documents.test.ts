import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BOT, CHAT_SDK, TUTORIAL } from '../bench/bench.ts'
import { readReport } from '../bench/report.ts'
import { readLegs } from '../chaos/ledger.ts'
import { filesUnder, productionText, readScripts, readText, sectionOf, tableRows } from './project-files.ts'

const RELIABILITY = 'docs/reliability.md'
const pages = (await filesUnder('docs')).filter(file => file.endsWith('.md'))
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages]

const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** Without what is meant to be typed or pasted: a comment in there is not a heading. */
const prose = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '')

/** The anchors of the headings, as GitHub makes them: the second of the same name gets a number. */
function anchorsOf(text: string): string[] {
  const names = found(prose(text), /^#+ (.+)$/gm).map(heading =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
  )
  return names.map((name, place) => {
    const before = names.slice(0, place).filter(other => other === name).length
    return before === 0 ? name : `${name}-${before}`
  })
}

/** Our pages and headings that a document links to. */
const linksOf = (text: string) =>
  found(prose(text), /\]\(([^)]+)\)/g)
    .filter(target => !/^https?:/.test(target))
    .map(target => {
      const [path = '', heading] = target.split('#')
      return { target, path, heading }
    })

describe.each(documents)('%s', file => {
  it('links to what exists', async () => {
    for (const { target, path, heading } of linksOf(await readText(file))) {
      const to = path === '' ? file : join(dirname(file), path)
      expect(existsSync(to), `${file} links to ${target}`).toBe(true)
      if (heading !== undefined) expect(anchorsOf(await readText(to)), `${file} links to ${target}`).toContain(heading)
    }
  })

  it('names scripts that exist', async () => {
    const scripts = Object.keys(await readScripts())
    for (const name of found(await readText(file), /npm run ([\w:-]+)/g)) expect(scripts).toContain(name)
  })

  it('names files that exist', async () => {
    const paths = found(
      await readText(file),
      /(?<![\w/.@-])((?:src|sandbox|test|docs|\.ci)\/[\w./-]*[\w/])(?![\w*<…])/g
    )
    expect(paths.filter(path => !existsSync(path))).toEqual([])
  })
})

it('links every page of docs from the README, and each begins with its answer', async () => {
  const linked = linksOf(await readText('README.md')).map(({ path }) => path)
  expect(pages.filter(page => !linked.includes(page))).toEqual([])
  for (const page of pages) expect(await readText(page)).toMatch(/^# .+\n\n[\p{L}`].+[.\n]/u)
})

it('keeps README.md and CONTRIBUTING.md short enough to be read to the end', async () => {
  const lengthOf = async (file: string) => (await readText(file)).split('\n').length
  expect(await lengthOf('README.md')).toBeLessThan(220)
  expect(await lengthOf('CONTRIBUTING.md')).toBeLessThan(120)
})

it('quotes the bot and its log word for word', async () => {
  const source = await productionText()
  const quotes: string[] = []
  // On the page of promises, the quoted words are test titles.
  for (const file of ['README.md', ...pages.filter(page => page !== RELIABILITY)]) {
    quotes.push(...found(await readText(file), /“([^”]+)”/g).map(words => words.replace(/\s+/g, ' ')))
  }
  expect(quotes.length).toBeGreaterThan(30)
  expect(quotes.filter(words => !source.includes(words))).toEqual([])
})

describe('README.md', () => {
  it('has the two lines that run the bot and the tests, ready to paste, and both are scripts', async () => {
    const section = sectionOf(await readText('README.md'), '## Try it')
    const [lines] = found(section, /^```sh\n([\s\S]*?)\n```$/gm)
    expect(lines).toBe('npm ci && npm run sandbox\nnpm ci && npm test')
    expect(Object.keys(await readScripts())).toEqual(
      expect.arrayContaining(['sandbox', 'test', 'check', 'start', 'dev'])
    )
  })

  it('has a row for every folder and top file of the source', async () => {
    const entries = await readdir('src', { withFileTypes: true })
    const rows = tableRows(sectionOf(await readText('README.md'), '## How it works')).flatMap(([places = '']) =>
      places.split(', ')
    )
    expect(entries.map(({ name }) => `\`src/${name}\``).filter(place => !rows.includes(place))).toEqual([])
  })

  it('has a row for every script', async () => {
    const readme = await readText('README.md')
    const rows = ['## Run it', '## Develop']
      .flatMap(title => tableRows(sectionOf(readme, title)))
      .map(([cell = '']) => cell)
    const names = rows.map(cell => cell.replace(/^`npm (?:run )?|`$/g, ''))
    expect(names.sort()).toEqual(Object.keys(await readScripts()).sort())
  })
})

it('has a row in docs/using.md for every button with words', async () => {
  const labels = found(await productionText(), /\bbutton\('[\w-]+', '([^']+)'/g)
  const rows = tableRows(sectionOf(await readText('docs/using.md'), '## Buttons'))
  const shown = rows.flatMap(([cell = '']) => cell.split(' / '))
  expect(labels.length).toBeGreaterThan(5)
  expect(labels.filter(label => !shown.includes(label))).toEqual([])
})

it('lists in docs/architecture.md the moves that the rules allow', async () => {
  const [table = ''] = found(await readText('src/followups/model/followup.ts'), /^const MOVES.*= \{\n([\s\S]*?)^\}/gm)
  const moves = Array.from(table.matchAll(/^ +(\w+): \[(.*)\]/gm), ([, from, to = '']) => [from, found(to, /'(\w+)'/g)])
  const drawn = sectionOf(await readText('docs/architecture.md'), '## The moves of a follow-up')
  const arrows = Array.from(drawn.matchAll(/^ +(\w+) --> (\w+)/gm), ([, from, to]) => `${from} → ${to}`)
  expect(moves.length).toBeGreaterThan(4)
  expect(arrows.sort()).toEqual(moves.flatMap(([from, to = []]) => [...to].map(each => `${from} → ${each}`)).sort())
})

it('runs in .ci/run what the README says', async () => {
  const lines = (await readText('.ci/run')).split('\n')
  for (const line of ['npm ci', 'npm run check']) expect(lines.some(text => text.startsWith(line))).toBe(true)
  expect((await readScripts()).check).toMatch(/ && npm test$/)
})

it('runs it on GitHub too, with actions that are pinned to a commit', async () => {
  const workflow = await readText('.github/workflows/check.yml')
  expect(workflow).toContain('- run: .ci/run\n')
  expect(found(workflow, /uses: (.+)/g).filter(action => !/@[0-9a-f]{40} # v/.test(action))).toEqual([])
})

it('names a test for every promise, by its file and words of its title', async () => {
  const text = await readText(RELIABILITY)
  const promises = text.slice(text.indexOf('### Nothing is lost'), text.indexOf('## What is not promised'))
  const rows = promises.split('\n').filter(line => /^\| (?!You can rely|-)/.test(line) && !line.startsWith('|---'))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) {
    const named = Array.from(row.matchAll(/`(test\/[^`]+)` “([^”]+)”/g), ([, file = '', words = '']) => ({
      file,
      words
    }))
    expect(named, row).not.toEqual([])
    expect(named, row).toHaveLength(row.split('“').length - 1)
    for (const { file, words } of named) {
      const titles = found(
        await readText(file),
        /\b(?:it|test)(?:\.\w+(?:<[^(]*>)?(?:\([^)]*\))?)*\(?\(\s*(?:\[[\s\S]*?\]\s*\)\(\s*)?['"`](.+?)['"`],/g
      )
      expect([row, titles.filter(title => title.includes(words))]).not.toEqual([row, []])
    }
  }
})

it('gives the counts that were measured, with their bounds', async () => {
  const text = await readText(RELIABILITY)
  const { legs } = await readLegs('docs/chaos.json')
  const { figures = {} } = (await readReport('docs')).now ?? {}
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  const acknowledged = (names: string[], who = BOT) =>
    names.flatMap(
      name => figures[name]?.series.find(each => each.what === 'acknowledged' && each.who === who)?.values ?? []
    )
  const inTrouble = found(sectionOf(await readText('docs/benchmarks.md'), '## In trouble'), /<!-- (?!end)([\w-]+) -->/g)
  const kills = ['lost-under-kills']
  const bounded = [legs.map(({ accepted }) => accepted), acknowledged(inTrouble), acknowledged(kills)].map(total)
  for (const count of [...bounded, ...[TUTORIAL, CHAT_SDK].map(who => total(acknowledged(kills, who)))])
    expect(text).toContain(` ${count.toLocaleString('en-US')}`)
  for (const count of bounded)
    expect(text).toContain(`fewer than 1 in ${Math.floor(count / 3).toLocaleString('en-US')}`)
  expect(text).toContain(` ${total(legs.map(each => each.kills)).toLocaleString('en-US')} kills`)
})
