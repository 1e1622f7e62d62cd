import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { allFigures } from './all-figures.ts'
import { BOLT, BOT, type Figure } from './bench.ts'
import { fillIn, readReport, renderTables } from './report.ts'

const page = await readFile('docs/benchmarks.md', 'utf8')
const report = await readReport('docs')

it('docs/benchmarks.md has the tables of what was measured', () => {
  expect(fillIn(page, renderTables(report, allFigures))).toBe(page)
})

it('docs/benchmarks.md has a place for every figure, and all of them were measured', () => {
  const names = allFigures.map(({ name }) => name)
  expect(names.filter(name => !page.includes(`<!-- ${name} -->`))).toEqual([])
  expect(names.filter(name => report.now?.figures[name] === undefined)).toEqual([])
})

it('names nothing of the machine but what figures depend on', async () => {
  const { before, now } = report
  for (const run of [before, now])
    expect(Object.keys(run?.machine ?? {}).filter(name => !/^(cores|cpu|memoryGb|node|postgres)$/.test(name))).toEqual(
      []
    )
  expect(await readFile('docs/benchmarks.json', 'utf8')).not.toMatch(/\/(home|tmp|work|Users)\//)
})

const figure: Figure = {
  name: 'acks',
  title: 'Acknowledgements',
  bars: [
    {
      words: 'a second',
      what: 'acks',
      baseline: BOLT,
      reach: { least: 0.5, times: true },
      aim: { least: 0.9, times: true }
    }
  ],
  measure: () => Promise.reject(new Error('not measured here'))
}

const measured = (acks: number[], beside: number[]) => ({
  ranAt: '2026-01-02T03:04',
  isShort: false,
  tookSeconds: 1,
  othersCores: 0.01,
  series: [
    { who: BOT, what: 'acks', unit: '/s', values: acks },
    { who: BOLT, what: 'acks', unit: '/s', values: beside }
  ],
  harness: []
})

const machine = { cores: 2, cpu: 'One', memoryGb: 8, node: 'v24.0.0', postgres: '18.4' }

it('compares round by round, so that a machine that was slow for one round is slow for both', () => {
  const now = { machine, figures: { acks: measured([600, 60, 650], [1_000, 100, 1_000]) } }
  const table = renderTables({ now }, [figure]).get('acks')
  expect(table).toContain(
    '| a second |  | 600/s (60–650) | 1,000/s (100–1,000), bare Bolt |  | 0.6 × | ≥ 0.5 × | yes | ≥ 0.9 × | **no** |'
  )
})

it('shows what was before beside what is now', () => {
  const before = { machine, figures: { acks: measured([100], [1_000]) } }
  const now = { machine, figures: { acks: measured([900], [1_000]) } }
  expect(renderTables({ before, now }, [figure]).get('acks')).toContain(
    '| 100/s | 900/s | 1,000/s, bare Bolt | 0.1 × | 0.9 × |'
  )
})

it('calls a bound of none met only if no round went beyond it', () => {
  const none: Figure = { ...figure, bars: [{ words: 'lost', what: 'acks', reach: { most: 0 } }] }
  const isMet = (values: number[]) =>
    renderTables({ now: { machine, figures: { acks: measured(values, []) } } }, [none])
      .get('acks')
      ?.includes('| yes |')
  expect([isMet([0, 0, 0]), isMet([0, 1, 0])]).toEqual([true, false])
})
