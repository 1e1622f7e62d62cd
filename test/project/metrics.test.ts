import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createMetrics } from '../../src/metrics.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { readText, tableRows } from './project-files.ts'

const [page, dashboard, alerts] = await Promise.all(
  ['docs/metrics.md', 'docs/dashboard.json', 'docs/alerts.yaml'].map(readText)
)

/** What a new bot answers, all its metrics, and those that are not just about its process. */
async function askNewBot() {
  const { database } = await createTestDatabase()
  const projects = [{ projectId: 'project-1', hourlyLimit: 100 }]
  const { scrape } = await createMetrics({ database, projects, now: () => 0 })
  const answer = await scrape(true)
  const types = Array.from(answer.matchAll(/^# TYPE (\S+) (\w+)$/gm), ([, name = '', kind = '']) => ({ name, kind }))
  const own = types.filter(({ name }) => !/^agent_followup_(nodejs|process)_/.test(name))
  return { answer, all: types.map(({ name }) => name), own }
}

/** Without the beginnings of names, and what Prometheus adds to those of histograms. */
const namesIn = (text = '') => [
  ...new Set(
    Array.from(text.matchAll(/agent_followup_\w*[a-z]\b/g), ([name]) => name.replace(/_(bucket|sum|count)$/, ''))
  )
]

it('has a row in docs/metrics.md for every metric of the bot, with its kind, and for no other', async () => {
  const { own } = await askNewBot()
  const rows = tableRows(page ?? '').map(([name = '', kind = '']) => ({
    name: name.replaceAll('`', ''),
    kind: kind.split(/[ ,]/)[0]
  }))
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  expect(rows.filter(({ name }) => !name.includes('…')).sort(byName)).toEqual(own.sort(byName))
})

it('shows every metric of the bot on the dashboard or alerts on it, and no metric that there is not', async () => {
  const { all, own } = await askNewBot()
  const used = namesIn(`${dashboard}${alerts}`)
  expect([...used, ...namesIn(page)].filter(name => !all.includes(name))).toEqual([])
  expect(own.filter(({ name }) => !used.includes(name))).toEqual([])
})

it('looks only for labels and values that there are', async () => {
  const { answer } = await askNewBot()
  const selected = Array.from(
    `${page}${alerts}${dashboard?.replaceAll('\\"', '"')}`.matchAll(/(agent_followup_\w+)\{(\w+)!?=("[^"]+")\}/g)
  )
  expect(selected.length).toBeGreaterThan(2)
  const isThere = ([, name, label, value]: string[]) =>
    new RegExp(`^${name}\\{(.*,)?${label}=${value}[,}]`, 'm').test(answer)
  expect(selected.filter(found => !isThere(found)).map(([text]) => text)).toEqual([])
  const by = Array.from(`${dashboard}${alerts}`.matchAll(/by \(([^)]+)\) \((?:\w+\()?(agent_followup_\w+)/g))
  expect(by.length).toBeGreaterThan(5)
  for (const [text, labels = '', name] of by)
    for (const label of labels.split(', ')) expect(answer, text).toMatch(new RegExp(`^${name}\\{(.*,)?${label}="`, 'm'))
})

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() })
})

it('has alerts in the form that Prometheus reads, each with what to do', () => {
  const file = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) })
  expect(file.parse(parse(alerts ?? '')).groups.flatMap(({ rules }) => rules).length).toBe(4)
})
