import { gzipSync } from 'node:zlib'
import { SETTING_NAMES } from '../../src/config.ts'
import type { Chance } from '../simulation/seeded-random.ts'
import { GOOD } from '../support/complaint.ts'
import { createMutator } from './mutate.ts'
import { CANARY, type Recorded } from './record-corpus.ts'

/** Signed when it is sent. One that is not whole may never end. */
export type Request = { way: 'http'; head: string[]; signature: string; signed: string; sent: string; isWhole: boolean }
export type Input =
  | Request
  /** With an id, it has to be acknowledged. */
  | { way: 'socket'; sent: string; id?: string }
  | { way: 'answer'; sent: string; asked: string }
  /** Some with a file of projects. */
  | { way: 'settings'; env: Record<string, string>; projects?: string }

/** In the place of the canary, in what is not signed. */
export const FORGED = 'wvwv'
export const CHANNELS = Array.from({ length: 20 }, (_, at) => `C0FUZZ${at}`)
export const JOBS = Array.from({ length: 100 }, (_, at) => `job_${at + 1}`)

const FORM = 'content-type: application/x-www-form-urlencoded'
const START = 'POST /slack/events HTTP/1.1'
const ODD_STARTS = 'POST /slack/events?__proto__=%00 HTTP/1.1|PUT /slack/events HTTP/1.1|POST http://[/ HTTP/1.1|GET'
const PLAIN = 'accept: */*'
const ODD_TYPES = [`${FORM};charset=é`, 'content-type: text/plain', 'content-type: ']
const ODD_HEADERS = [
  ...ODD_TYPES,
  ...': |host: [|content-length: 1|content-encoding: gzip|expect: 100-continue|transfer-encoding: gzip'.split('|'),
  ...['x-slack-signature: v0=1', 'x-slack-request-timestamp: 1e99', `x: ${'y'.repeat(20_000)}`]
]
const VALUES = [...'| |-1|1e9|https://u:p@h/|http://[::1]:1/|postgres://|{jobId}'.split('|'), 'x'.repeat(100_000)]
const PROJECTS = `projects:
  - name: Docs
    id: p1
    key: SLACK_BOT_TOKEN
  - { name: API, id: p2, key: svc_canary-key, hourlyLimit: 5, channels: [C024BE91L, &a C1, *a] }
`
const FRESH = ['trigger_id', 'event_id', 'action_ts', 'ts', 'event_ts']

const chunk = (body: string) => `${body.length.toString(16)};a=b\r\n${body}\r\n`
const CHUNKED = 'transfer-encoding: chunked'
const END = '0\r\n\r\n'
/** Only the first two are as they should be. */
const FRAMINGS: ((body: string) => string[])[] = [
  body => [`content-length: ${body.length}`, body],
  body => [CHUNKED, body === '' ? END : `${chunk(body)}${END}`],
  body => [CHUNKED, chunk(body)],
  body => [CHUNKED, `0x${chunk(body)}${END}`],
  body => [`content-length: 9\r\n${CHUNKED}`, `${chunk(body)}${END}`],
  body => [`content-length: ${body.length + 9}`, body]
]
const toBase64 = (sent: string | Buffer) => Buffer.from(sent).toString('base64')

export function createInputs(chance: Chance, corpus: Recorded[]) {
  const { text, json, bytes, body } = createMutator(chance)
  let made = 0

  /** Most often what would be a second delivery: what is new makes work. */
  function draw() {
    const { kind, payload } = chance.pick(corpus)
    const [id, isNew] = [String(++made).padStart(6, '0'), chance.happens(0.2)]
    const renew = (key: string, value: unknown) =>
      isNew && FRESH.includes(key) ? `${String(value).split('.')[0]}.${id}` : value
    const words = JSON.stringify(payload, renew).replaceAll('C0DOCS', chance.pick(CHANNELS))
    return { kind, payload: words.replace(/job_\d+/g, chance.pick(JOBS)), id }
  }

  function bodyOf(kind: string, payload: string): Buffer {
    if (kind === 'events_api') return body(payload)
    const form = new URLSearchParams(kind === 'interactive' ? { payload: json(payload) } : JSON.parse(payload))
    const name = chance.pick([...form.keys()])
    if (chance.happens(0.2)) form.set(name, text(form.get(name) ?? ''))
    return chance.happens(0.2) ? bytes(Buffer.from(`${form}`)) : Buffer.from(`${form}`)
  }

  function request(signature: string): Request {
    const { kind, payload } = draw()
    const plain = bodyOf(kind, signature === 'right' ? payload : payload.replaceAll(CANARY, FORGED))
    const signed = chance.happens(0.01) ? gzipSync(plain) : plain
    const start = chance.happens(0.05) ? chance.pick(ODD_STARTS.split('|')) : START
    const header = chance.happens(0.1) ? chance.pick(ODD_HEADERS) : PLAIN
    const framing = chance.happens(0.1) ? chance.between(1, FRAMINGS.length - 1) : 0
    const [length = '', sent = ''] = FRAMINGS[framing]?.(signed.toString('latin1')) ?? []
    // Of two types, the first counts.
    const head = [start, length, header, kind === 'events_api' ? 'content-type: application/json' : FORM]
    const isWhole = framing < 2 && start === START && header === PLAIN
    const bodies = { signed: toBase64(signed), sent: toBase64(Buffer.from(sent, 'latin1')) }
    return { way: 'http', head, signature, ...bodies, isWhole }
  }

  function frame(): Input {
    const { kind, payload, id } = draw()
    const envelope = `{"envelope_id":"${id}","type":"${kind}","payload":${payload},"accepts_response_payload":true}`
    if (chance.happens(0.02)) return { way: 'socket', sent: toBase64(envelope), id }
    const said = chance.happens(0.001) ? '{"type":"disconnect","reason":"warning"}' : envelope
    return { way: 'socket', sent: toBase64(body(said).toString()) }
  }

  function settings(): Input {
    const env: Record<string, string> = { ...GOOD, [chance.pick(SETTING_NAMES)]: chance.pick(VALUES) }
    const name = chance.pick(SETTING_NAMES)
    env[chance.pick([name, name, name, text(name), `${name}_FILE`])] = text(env[name] ?? chance.pick(VALUES))
    if (chance.happens(0.7)) return { way: 'settings', env }
    const { AGENT_PROJECT_ID: _, ...others } = env
    return { way: 'settings', env: others, projects: text(PROJECTS) }
  }

  return {
    next(): Input {
      const drawn = chance.next()
      if (drawn < 0.1) return settings()
      if (drawn < 0.4) return frame()
      return request(drawn < 0.8 ? 'right' : chance.pick(['none', 'wrong', 'old', 'of another']))
    },
    answer: (said: string) => toBase64(/^[{[]"/.test(said) ? body(said) : bytes(Buffer.from(said)))
  }
}
