import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type StaticFile = { type: string; path: string }

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml'
}

const PAGE = new URL('.', new URL('../page/page.js', import.meta.url))

// The browser builds: the ones Node would choose import by names that a browser does not know.
const LIBRARIES = {
  'preact.js': 'preact/dist/preact.module.js',
  'hooks.js': 'preact/hooks/dist/hooks.module.js',
  'htm.js': 'htm/dist/htm.module.js',
  'htm-preact.js': 'htm/preact/index.module.js'
}

/** Every file that is served, by its address. What is not in here does not exist, however the address is written. */
export function listStaticFiles(): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const name of readdirSync(PAGE)) {
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (type !== undefined) files.set(`/${name}`, { type, path: fileURLToPath(new URL(name, PAGE)) })
  }
  const modules = new URL('../../node_modules/', import.meta.url)
  for (const [name, place] of Object.entries(LIBRARIES)) {
    files.set(`/library/${name}`, { type: TYPES.js ?? '', path: fileURLToPath(new URL(place, modules)) })
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new Error('The page is missing')
  return files.set('/', page).set('/gallery', page)
}

/** The page loads nothing from anywhere else, and runs no script that is not a file of ours. */
export function contentPolicy(): string {
  const page = readFileSync(new URL('index.html', PAGE), 'utf8')
  const [, importMap = ''] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page) ?? []
  const hash = createHash('sha256').update(importMap).digest('base64')
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
