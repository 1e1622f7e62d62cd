import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { productionFiles } from './project-files.ts'

// Imports run one way. Each part of `src` is a folder or a file, and may import what stands behind it, and itself.

const DATA = [
  'agent/agent-job',
  'agent/looks',
  'github/github',
  'slack/slack-text',
  'slack/blocks',
  'slack/attachments',
  'http/pace'
]
const EDGES = ['slack', 'agent', 'github', 'queue', 'database', 'http', 'errors']
const PURE = ['followups/model', 'followups/intent']
const PICTURES = [...PURE, 'slack/slack-failure', ...DATA]
const SHARED = [...EDGES, ...PURE, 'followups/stores', 'followups/views', 'followups/*']
/** What shows the pictures. */
const SHOWING = ['show', 'schedule-views', 'tell']
const MOVING = ['followups/sending', 'followups/watching']
const ALL = [...SHARED, ...MOVING, 'followups/inbox']

const PARTS: Record<string, string[]> = {
  errors: [],
  projects: [],
  config: ['errors', 'http', 'projects'],
  http: ['errors'],
  database: ['errors'],
  queue: ['errors', 'http', 'database'],
  slack: ['errors', 'http', 'database'],
  agent: ['errors', 'http', 'database'],
  github: ['errors', 'http', 'database'],
  'followups/model': [...PURE, ...DATA],
  'followups/intent': [...PURE, ...DATA],
  'followups/stores': [...PURE, 'database', 'errors', ...DATA],
  'followups/views': PICTURES,
  ...Object.fromEntries(SHOWING.map(file => [`followups/views/${file}`, SHARED])),
  'followups/*': [...SHARED, 'metrics'],
  'followups/sending': [...SHARED, 'followups/watching'],
  'followups/watching': SHARED,
  'followups/inbox': [...SHARED, ...MOVING],
  routes: [...ALL, 'listeners', 'projects'],
  listeners: [...ALL, 'routes'],
  'form-listeners': [...ALL, 'listeners', 'routes'],
  tasks: ALL
}

/** Types of an edge do nothing. */
const TYPES_FROM_EDGES = new Set([...PURE, 'followups/stores', 'followups/views'])

/** Of these, app.ts wires everything, main.ts starts it, the doctor looks at all of it, and forget.ts and audit.ts are programs of their own. */
const FREE = ['app', 'main', 'health', 'metrics', 'checks', 'doctor', 'forget', 'audit', 'with-database']

const IMPORT = /^(?:import|export) (type )?[^'"]*?from '(\.[^']+)'/gm

const isIn = (part: string, path: string) =>
  part.endsWith('/*') ? dirname(path) === dirname(part) : path === part || path.startsWith(`${part}/`)

const partOf = (path: string) =>
  Object.keys(PARTS)
    .filter(part => isIn(part, path))
    .toSorted((one, other) => other.length - one.length)[0]

const nameOf = (path: string) => relative('src', path).replace(/\.ts$/, '')

async function importsOfSources() {
  return (await productionFiles()).flatMap(({ file, text }) =>
    Array.from(text.matchAll(IMPORT), ([, type, path = '']) => ({
      from: nameOf(file),
      to: nameOf(join(dirname(file), path)),
      isType: type !== undefined
    }))
  )
}

it('has a part for every source', async () => {
  const sources = (await importsOfSources()).map(({ from }) => from)
  expect(sources.filter(file => partOf(file) === undefined && !FREE.includes(file))).toEqual([])
})

it('lets imports run one way, and none of sandbox or test into src', async () => {
  const refused = (await importsOfSources()).filter(({ from, to, isType }) => {
    if (to.startsWith('..')) return !to.endsWith('package.json')
    const part = partOf(from)
    if (part === undefined) return to === 'main'
    const isAllowed = [part, ...(PARTS[part] ?? [])].some(allowed => isIn(allowed, to))
    return !isAllowed && !(isType && TYPES_FROM_EDGES.has(part) && EDGES.some(edge => isIn(edge, to)))
  })
  expect(refused.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})
