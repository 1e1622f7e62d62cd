import { expect, it } from 'vitest'
import { z } from 'zod'
import { readText, sectionOf, tableRows } from './project-files.ts'

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() }))
})

it('names in docs/licences.md the licence of every package that ships', async () => {
  const { packages } = lock.parse(JSON.parse(await readText('package-lock.json')))
  const shipped = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev)
  const rows = tableRows(sectionOf(await readText('docs/licences.md'), '## Packages'))
  const named = Object.fromEntries(rows.map(([licence = '', names = '']) => [licence, names.split(', ')]))
  expect(shipped.length).toBeGreaterThan(100)
  const unnamed = shipped.filter(([place, { license = 'none' }]) => {
    const names = named[license] ?? []
    return !names.includes('all others') && !names.includes(place.replace(/^.*node_modules\//, ''))
  })
  expect(unnamed.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
})
