import { parse, YAMLParseError } from 'yaml'
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

export const required = z.string('is missing').min(1, 'is missing')

const params = {
  error: ({ code = '' }) =>
    code === 'unrecognized_keys' ? 'has a field that is not known' : 'is not as docs/configuration.md shows it'
}

/** `key` is the name of a setting. */
const toSchema = (keyNamed: (name: string) => string) =>
  z.strictObject(
    {
      name: required,
      id: required,
      key: required
        .transform(keyNamed)
        .pipe(z.string().regex(HEADER_VALUE, 'names no setting, and no file that can be read, with a key in it')),
      hourlyLimit: z.coerce
        .number('is not a whole number')
        .int('is not a whole number')
        .min(1, 'is less than 1')
        .default(100),
      channels: z.array(z.string().regex(CHANNEL_ID, 'is not an id like C024BE91L'), 'is not a list').default([])
    },
    params
  )

/** The projects, or what is wrong, in a line each. Never a value: what was pasted into the wrong place may be a secret. */
export function readProjects(text: string, keyNamed: (name: string) => string): Project[] | { problems: string[] } {
  let said: unknown
  try {
    // So that an id of digits stays as it is written.
    said = parse(text, { schema: 'failsafe' })
  } catch (error) {
    const [at] = (error instanceof YAMLParseError && error.linePos) || []
    return { problems: [`is not YAML${at ? `: line ${at.line}` : ''}`] }
  }
  const all = z.array(toSchema(keyNamed), 'is not a list').min(1, 'is empty').superRefine(compare)
  const { data, error } = z.strictObject({ projects: all }, params).safeParse(said)
  if (!data) return { problems: error.issues.map(({ path, message }) => `${nameOf(path)} ${message}`.trim()) }
  return data.projects.map(({ id, key, channels, ...project }) => ({
    ...{ ...project, projectId: id, channels: new Set(channels), keys: { agent: key, all: [] } }
  }))
}

/** `project 2: channels 1`, as people count. */
function nameOf([top = '', ...path]: PropertyKey[]): string {
  const [at, ...field] = path.map(part => (typeof part === 'number' ? part + 1 : String(part)))
  return at === undefined ? String(top) : [`project ${at}:`, ...field].join(' ')
}

function compare(all: { id: string; channels: string[] }[], { addIssue }: z.core.$RefinementCtx): void {
  for (const [at, { id, channels }] of all.entries()) {
    const before = all.slice(0, at)
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [at, field], message })
    if (before.some(other => other.id === id)) refuse('id', 'is another project’s, too')
    if (at > 0 && channels.length === 0)
      refuse('channels', 'must list at least one: only the first project may have none')
    if (before.some(other => channels.some(one => other.channels.includes(one))))
      refuse('channels', 'has one of another project, too')
  }
}
