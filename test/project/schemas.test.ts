import { expect, it } from 'vitest'
import { productionFiles } from './project-files.ts'

// zod compiles an object's schema when it first parses with it, which takes a hundred times as long as every later parse.
const MADE_TO_PARSE_ONCE = /\}\)+\s*\.(?:parse|safeParse)\(/

it('keeps the schemas of what it reads, instead of making one for each value', async () => {
  expect('return z.array(z.object({ id: z.string() })).parse(rows)').toMatch(MADE_TO_PARSE_ONCE)
  expect('return idsSchema.parse(rows.map(({ id }) => ({ id })))').not.toMatch(MADE_TO_PARSE_ONCE)
  const sources = await productionFiles()
  expect(sources.filter(({ text }) => MADE_TO_PARSE_ONCE.test(text)).map(({ file }) => file)).toEqual([])
})

// What is shown, or may be pressed, is found through the first. The others show nothing that is not of the channel they are asked in,
// or delete.
const FIND_BY_REQUESTER = ['followup-store', 'forget-store', 'seen-store']

it('finds nothing by who asked for it but what that person may see', async () => {
  const sources = await productionFiles()
  const found = sources.filter(({ text }) => /requester_id\s*(=|<>|!=|in\b|is\b)/.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual(FIND_BY_REQUESTER.map(name => `src/followups/stores/${name}.ts`).sort())
})
