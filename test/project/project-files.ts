import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const ROOT = new URL('../../', import.meta.url)

export const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8')

/** Paths of files under a folder, as the documents write them: `src/slack/outbox.ts`. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(new URL(folder, ROOT), { recursive: true, withFileTypes: true })
  const root = fileURLToPath(ROOT)
  return entries.filter(entry => entry.isFile()).map(entry => relative(root, join(entry.parentPath, entry.name)))
}

/** Every source of the bot. */
export async function productionFiles(): Promise<{ file: string; text: string }[]> {
  const files = (await filesUnder('src')).filter(file => file.endsWith('.ts'))
  return Promise.all(files.map(async file => ({ file, text: await readText(file) })))
}

export const productionText = async () => (await productionFiles()).map(({ text }) => text).join('\n')

const packageJson = z.object({ scripts: z.record(z.string(), z.string()) })

export async function readScripts(): Promise<Record<string, string>> {
  return packageJson.parse(JSON.parse(await readText('package.json'))).scripts
}

/** The text of one section of a Markdown document: from its heading to the next one of the same or a higher level. */
export function sectionOf(document: string, heading: string): string {
  const lines = document.split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`There is no heading '${heading}'`)
  const level = heading.indexOf(' ')
  const length = lines.slice(start + 1).findIndex(line => /^#+ /.test(line) && line.indexOf(' ') <= level)
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n')
}

/** The cells of every table row in a piece of Markdown, without the head and the rule under it. */
export function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n')
  const rules = lines.flatMap((line, place) => (/^\|[\s:|-]+\|$/.test(line) ? [place] : []))
  const isRow = (line: string, place: number) =>
    /^\|.*\|$/.test(line) && !rules.includes(place) && !rules.includes(place + 1)
  // A pipe inside a cell is written as \|.
  return lines.filter(isRow).map(line =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim())
  )
}
