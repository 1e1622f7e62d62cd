import type { Chance } from '../simulation/seeded-random.ts'

const ODD_TEXTS = '\0|\ud83d|\udc00|\ufffe|\u202e|\u2028|👩‍👩‍👧|<!channel>|`|%|/../|\r\n|'.split('|')
const ODD_NAMES = '__proto__|constructor|toString|then|type|close|0'.split('|')
const ODD_NUMBERS = 'null|true|-1|0.1|1e999|99999999999999999999|NaN||[]|[null]|{}'.split('|')
const ODD_OBJECTS = ['{"__proto__":{"id":"U0ANA"}}', '{"toString":1}']
const ODD_VALUES = [...ODD_NUMBERS, ...ODD_OBJECTS, ...[...ODD_NAMES, ...ODD_TEXTS].map(text => JSON.stringify(text))]
const ODD_BYTES = ['00', 'ff', 'eda080', 'c0af', 'efbbbf', '253030', '22'].map(hex => Buffer.from(hex, 'hex'))
const TEXT = '"(?:[^"\\\\]|\\\\.)*"'
const SIMPLE = `${TEXT}|-?[\\d.]+|true|false|null`
const VALUE = new RegExp(SIMPLE, 'g')
const FIELD = new RegExp(`${TEXT}:(?:${SIMPLE}|\\{[^{}]*\\}|\\[[^[\\]]*\\])`, 'g')
const COMMA_TOO_MANY = /,(?=[,}\]])|(?<=[{[]),/g

/** What comes of JSON may not be JSON any more. */
export function createMutator(chance: Chance) {
  function oddValue(): string {
    if (chance.happens(0.99)) return chance.pick(ODD_VALUES)
    const size = chance.between(100, 20_000)
    return chance.pick([`${'[{"a":'.repeat(size)}1${'}]'.repeat(size)}`, `"${'é'.repeat(10 * size)}"`])
  }

  function text(before: string): string {
    const at = chance.between(0, before.length)
    return before.slice(0, at) + chance.pick(ODD_TEXTS) + (chance.happens(0.7) ? before.slice(at) : '')
  }

  const changeField = (field: string) => {
    const [name, value] = [chance.pick(ODD_NAMES), field.slice(field.indexOf('":'))]
    return chance.pick(['', `${field},${field}`, `"${name}":${oddValue()},${field}`, `"${name}${value}`])
  }
  const changeValue = (value: string) =>
    chance.happens(0.5) && value.startsWith('"') ? JSON.stringify(text(JSON.parse(value))) : oddValue()

  function json(before: string): string {
    const [parts, change] = chance.happens(0.5) ? [FIELD, changeField] : [VALUE, changeValue]
    let left = chance.between(1, before.match(parts)?.length ?? 1)
    return before.replace(parts, part => (--left === 0 ? change(part) : part)).replace(COMMA_TOO_MANY, '')
  }

  function bytes(before: Buffer): Buffer {
    const from = chance.between(0, before.length)
    const [head, cut] = [before.subarray(0, from), before.subarray(from, from + chance.between(1, 100))]
    const flipped = Buffer.of((cut[0] ?? 0) ^ (1 << chance.between(0, 7)))
    const put = chance.pick([[flipped, cut.subarray(1)], [], [cut, cut], [chance.pick(ODD_BYTES), cut]])
    return Buffer.concat([head, ...put, ...(chance.happens(0.9) ? [before.subarray(from + cut.length)] : [])])
  }

  /** Most often still JSON: what nobody can read is soon refused. */
  function body(before: string): Buffer {
    if (chance.happens(0.2)) return bytes(Buffer.from(before))
    return Buffer.from(json(chance.happens(0.5) ? json(before) : before))
  }

  return { text, json, bytes, body }
}
