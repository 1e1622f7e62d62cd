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

export function wholeNumber(least: number, most: number) {
  const error = `is not a whole number between ${least} and ${most}`
  return z.coerce.number(error).int(error).min(least, error).max(most, error)
}

export const required = z.string('is missing').min(1, 'is missing')

const params = {
  error: ({ code = '' }) =>
    code === 'unrecognized_keys'
      ? 'has a field that docs/configuration.md does not list'
      : 'is not as docs/configuration.md shows it'
}

/** `key` is the name of a setting. */
const toSchema = (keyNamed: (name: string) => string) =>
  z.strictObject(
    {
      name: required,
      id: required,
      key: required
        .transform(keyNamed)
        .pipe(
          z
            .string()
            .regex(
              HEADER_VALUE,
              'must be the name of a setting that holds a key: set that, or the same with _FILE, not both'
            )
        ),
      hourlyLimit: wholeNumber(1, 1_000_000).default(100),
      channels: z.array(z.string().regex(CHANNEL_ID, 'is not an id like C024BE91L'), 'is not a list').default([])
    },
    params
  )

type Refuse = (words: string) => void

/** The projects, unless something is wrong: told in a line each, never with a value, as that may be a secret in the wrong place. */
export function readProjects(text: string, keyNamed: (name: string) => string, refuse: Refuse): Project[] | undefined {
  let said: unknown
  try {
    // So that an id of digits stays as it is written.
    said = parse(text, { schema: 'failsafe', logLevel: 'error' })
  } catch (error) {
    const [at] = (error instanceof YAMLParseError && error.linePos) || []
    return void refuse(`is not YAML${at ? `: line ${at.line}` : ''}`)
  }
  const all = z.array(toSchema(keyNamed), 'is not a list').min(1, 'is empty').superRefine(compare)
  const { data, error } = z.strictObject({ projects: all }, params).safeParse(said)
  for (const { path, message } of error?.issues ?? []) refuse(`${nameOf(path)} ${message}`.trim())
  return data?.projects.map(({ id: projectId, key, channels, ...project }) => {
    return { ...project, projectId, channels: new Set(channels), keys: { agent: key, all: [] } }
  })
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
    if (before.some(other => other.id === id)) refuse('id', 'is already used by another project')
    if (at > 0 && channels.length === 0)
      refuse('channels', 'must list at least one: only the first project may have none')
    if (before.some(other => channels.some(one => other.channels.includes(one))))
      refuse('channels', 'lists a channel of another project')
  }
}
