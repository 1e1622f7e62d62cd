import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { z } from 'zod'

/** An account on the agent service, and the channels whose work goes there. */
export type Project = {
  name: string
  projectId: string
  hourlyLimit: number
  /** The first project also has every channel that none of them lists, and direct messages. */
  channels: ReadonlySet<string>
  /** Its own, and all that the bot has: they change while it runs. */
  keys: { agent: string; all: string[] }
}

export const CHANNEL_ID = /^[CGD][A-Z0-9]{2,}$/
export const HEADER_VALUE = /^[\x21-\x7e]+$/

const words = z.string('is missing').min(1, 'is missing')
const limit = z.int('is not a whole number').min(1, 'is less than 1')
const projectSchema = z.strictObject({
  name: words,
  id: words,
  keyEnv: words.optional(),
  keyFile: words.optional(),
  hourlyLimit: limit.default(100),
  channels: z.array(z.string().regex(CHANNEL_ID, 'is not an id like C024BE91L'), 'is not a list').default([])
})
const fileSchema = z.strictObject(
  { projects: z.array(projectSchema, 'is not a list').min(1, 'is empty') },
  { error: ({ code }) => (code === 'invalid_type' ? 'does not begin with projects:' : undefined) }
)

type Given = z.output<typeof projectSchema>
type Env = Record<string, string | undefined>
type Read = { projects: Project[]; problems: string[] }

/** Never a value: what was pasted into the wrong place may be a secret. */
export function readProjects(path: string, env: Env): Read {
  const none = (problem: string): Read => ({ projects: [], problems: [problem] })
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return none(`cannot be read${error instanceof Error && 'code' in error ? ` (${error.code})` : ''}`)
  }
  const document = parseDocument(text, { prettyErrors: true })
  const [mistake] = document.errors
  if (mistake) return none(`is not YAML: line ${mistake.linePos?.[0].line ?? 1}`)
  const { data, error } = fileSchema.safeParse(document.toJS())
  if (!data)
    return { projects: [], problems: error.issues.map(({ path, message }) => `${placeOf(path)} ${wordsOf(message)}`) }
  const keys = data.projects.map(project => keyOf(project, env))
  const problems = [
    ...data.projects.flatMap((project, at) => problemsOf(project, at, keys[at] ?? '')),
    ...(['name', 'id'] as const).flatMap(name =>
      repeated(data.projects.map(each => each[name])).map(at => `projects[${at}].${name} is another project’s, too`)
    ),
    ...repeated(data.projects.flatMap(({ channels }) => channels)).map(() => 'has a channel in two projects')
  ]
  return {
    problems: [...new Set(problems)],
    projects: data.projects.map(({ name, id, hourlyLimit, channels }, at) => ({
      ...{ name, projectId: id, hourlyLimit, channels: new Set(channels), keys: { agent: keys[at] ?? '', all: [] } }
    }))
  }
}

const placeOf = (path: PropertyKey[]) =>
  path
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '') || 'the file'

/** What zod says of names that it does not know is its own. */
const wordsOf = (message: string) => message.replace(/^Unrecognized keys?: /, 'has what I don’t know: ')

const repeated = (all: string[]) => all.flatMap((one, at) => (all.indexOf(one) === at ? [] : [at]))

function keyOf({ keyEnv, keyFile }: Given, env: Env): string {
  try {
    return (keyFile ? readFileSync(keyFile, 'utf8') : (env[keyEnv ?? ''] ?? '')).trim()
  } catch {
    return ''
  }
}

function problemsOf({ keyEnv, keyFile, channels }: Given, at: number, key: string): string[] {
  const place = `projects[${at}]`
  const isOne = (keyEnv === undefined) !== (keyFile === undefined)
  return [
    ...(isOne ? [] : [`${place} needs a key, by keyEnv or keyFile`]),
    ...(isOne && !HEADER_VALUE.test(key)
      ? [`${place}.${keyEnv ? 'keyEnv' : 'keyFile'} names no key that can be used`]
      : []),
    ...(at > 0 && channels.length === 0 ? [`${place} needs channels: the first has those that none lists`] : [])
  ]
}
